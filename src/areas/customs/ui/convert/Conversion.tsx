import clsx from 'clsx';
import { useEffect } from 'react';
import { messageOf } from '#client/errors.ts';
import { findCurrency } from '#lib/currencies.ts';
import { announce } from '#ui/announce.ts';
import { Banner } from '#ui/Banner.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { sayDay, sayRate, saySource } from '../customs-words.ts';
import { isNumber, readNumber } from '../form/draft.ts';
import { type ConversionQuery, useConversion } from '../queries.ts';
import { useDebounced } from '../use-debounced.ts';

const settleMs = 300;
/** What is less than one whole keeps the digits that it would lose as money. */
function say(text: string, currency: string): string {
  const decimals = findCurrency(currency)?.exponent ?? 2;
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Number(text) >= 1 ? decimals : 6,
  }).format(text as Intl.StringNumericLiteral);
}

type Answer = NonNullable<ReturnType<typeof useConversion>['data']>;

/** Why not to rely on a rate: it is of long before the day that is asked for, or of after it. */
function Doubt({ rateDate, date }: { rateDate: string; date: string }) {
  const isLater = date !== '' && rateDate > date;
  return (
    <Banner
      tone="warning"
      title={isLater ? `No rate of ${sayDay(date)} is known` : 'This rate is old'}
      className="mt-4"
    >
      {isLater ? 'The one that is used' : 'It'} is of {sayDay(rateDate)}. Ask your bank before you
      rely on it.
    </Banner>
  );
}

function AnswerView({ answer, date }: { answer: Answer; date: string }) {
  const { from_currency: from, to_currency: to, result, rate, inverse_rate: inverse } = answer;
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <output className="font-mono text-2xl font-medium wrap-anywhere">
          {say(result, to)} {to}
        </output>
        <CopyButton value={result} label="Copy" size="small" />
      </p>
      <ul className="mt-3 grid gap-1 text-sm text-quiet tabular-nums">
        <li>
          1 {from} = {sayRate(rate)} {to}, 1 {to} = {sayRate(inverse)} {from}
        </li>
        <li>
          {saySource(answer.source)}, {sayDay(answer.rate_date)}
          {answer.path && `, through ${answer.path.replaceAll('->', ' to ')}`}
        </li>
      </ul>
      {answer.is_stale && <Doubt rateDate={answer.rate_date} date={date} />}
    </>
  );
}

function useSpokenResult(words: string) {
  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => announce(words), 1000);
    return () => clearTimeout(timer);
  }, [words]);
}

/** The answer to what is typed; the one before stays while it loads. */
export function Conversion({ asked }: { asked: ConversionQuery }) {
  const isAmount = isNumber(asked.amount);
  const settled = useDebounced(isAmount ? readNumber(asked.amount) : '', settleMs);
  const conversion = useConversion({ ...asked, amount: settled });
  const { data: answer, isFetching } = conversion;
  const isOld = isFetching || settled !== readNumber(asked.amount);
  useSpokenResult(
    answer && !isOld ? `${say(answer.result, answer.to_currency)} ${answer.to_currency}` : '',
  );
  return (
    <div className="mt-6 min-h-28 border-t border-line pt-5">
      {!isAmount && <p className="text-quiet">Enter an amount of zero or more, such as 1250.50.</p>}
      {isAmount && conversion.isError && (
        <Banner tone="error" title="This can't be converted">
          {messageOf(conversion.error)}
        </Banner>
      )}
      {isAmount && !conversion.isError && !answer && <Skeleton className="h-9 w-56" />}
      {isAmount && !conversion.isError && answer && (
        <div className={clsx('transition-opacity', isOld && 'opacity-60')}>
          <AnswerView answer={answer} date={asked.date} />
        </div>
      )}
    </div>
  );
}
