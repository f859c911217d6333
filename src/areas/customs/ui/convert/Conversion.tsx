import clsx from 'clsx';
import { useEffect } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { findCurrency } from '#lib/currencies.ts';
import { formatDecimal, formatUtcDate } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { announce } from '#ui/focus/announce.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { formatRate, formatRateSource } from '../customs-format.ts';
import { isNumber, readNumber } from '../form/draft/draft.ts';
import { type ConversionQuery, useConversion } from '../queries.ts';

/** Amounts below one keep up to six decimals. */
function formatAmountText(text: string, currency: string): string {
  const decimals = findCurrency(currency)?.exponent ?? 2;
  return formatDecimal(text, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Number(text) >= 1 ? decimals : 6,
  });
}

type ConversionResult = NonNullable<ReturnType<typeof useConversion>['data']>;

/** For a rate that is much older than the requested date, or later than it. */
function RateWarning({ rateDate, date }: { rateDate: string; date: string }) {
  const isLater = date !== '' && rateDate > date;
  return (
    <Banner
      tone="warning"
      title={isLater ? `No rate of ${formatUtcDate(date)} is known` : 'This rate is old'}
      className="mt-4"
    >
      {isLater ? 'The one that is used' : 'It'} is of {formatUtcDate(rateDate)}. Ask your bank
      before you rely on it.
    </Banner>
  );
}

function ResultLines({ conversion, date }: { conversion: ConversionResult; date: string }) {
  const { from_currency: from, to_currency: to, result, rate, inverse_rate: inverse } = conversion;
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <output className="font-mono text-2xl font-medium wrap-anywhere">
          {formatAmountText(result, to)} {to}
        </output>
        <CopyButton value={result} label="Copy" size="small" />
      </p>
      <ul className="mt-3 grid gap-1 text-sm text-quiet tabular-nums">
        <li>
          1 {from} = {formatRate(rate)} {to}, 1 {to} = {formatRate(inverse)} {from}
        </li>
        <li>
          {formatRateSource(conversion.source)}, {formatUtcDate(conversion.rate_date)}
          {conversion.path && `, through ${conversion.path.replaceAll('->', ' to ')}`}
        </li>
      </ul>
      {conversion.is_stale && <RateWarning rateDate={conversion.rate_date} date={date} />}
    </>
  );
}

function useAnnouncedResult(message: string) {
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => announce(message), 1000);
    return () => clearTimeout(timer);
  }, [message]);
}

type ConversionProps = {
  query: ConversionQuery;
  /** The amount as it is typed, which `query` follows when typing pauses. */
  typed: string;
};

/** The previous result stays while the user types and the next one loads. */
export function Conversion({ query, typed }: ConversionProps) {
  const isAmount = isNumber(typed);
  const amount = isNumber(query.amount) ? readNumber(query.amount) : '';
  const conversion = useConversion({ ...query, amount });
  const { data: result, isFetching } = conversion;
  const isOld = isFetching || typed !== query.amount;
  useAnnouncedResult(
    result && !isOld
      ? `${formatAmountText(result.result, result.to_currency)} ${result.to_currency}`
      : '',
  );
  return (
    <div className="mt-6 min-h-28 border-t border-line pt-5">
      {!isAmount && <p className="text-quiet">Enter an amount of zero or more, such as 1250.50.</p>}
      {isAmount && conversion.isError && (
        <Banner tone="error" title="This can't be converted">
          {errorMessage(conversion.error)}
        </Banner>
      )}
      {isAmount && !conversion.isError && !result && <Skeleton className="h-9 w-56" />}
      {isAmount && !conversion.isError && result && (
        <div className={clsx('transition-opacity', isOld && 'opacity-60')}>
          <ResultLines conversion={result} date={query.date} />
        </div>
      )}
    </div>
  );
}
