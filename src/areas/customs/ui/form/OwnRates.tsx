import { formatUtcDate } from '#lib/format.ts';
import { TextField } from '#ui/fields/TextField.tsx';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import { formatRate, formatRateSource } from '../customs-format.ts';
import { isRate } from './draft/draft.ts';
import type { DraftEditor } from './draft/use-draft.ts';

type OwnRatesProps = { editor: DraftEditor; result: ResultWire | undefined };

/** The rates that the result used. The user can replace each with their bank's. */
export function OwnRates({ editor, result }: OwnRatesProps) {
  const { rates } = editor.draft;
  const used = (result?.exchange_rates ?? []).filter(({ from, to }) => from !== to);
  if (used.length === 0) return null;
  return (
    <section aria-labelledby="own-rates" className="border-t border-line pt-6">
      <h2 id="own-rates" className="text-lg">
        Exchange rates
      </h2>
      <p className="mt-1 text-sm text-quiet">Leave a field empty to use the published rate.</p>
      <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
        {used.map(({ from, to, rate, date, source }) => {
          const typed = rates[`${from} ${to}`] ?? '';
          return (
            <TextField
              key={`${from} ${to}`}
              label={`${to} for 1 ${from}`}
              suffix={to}
              isNumeric
              inputMode="decimal"
              autoComplete="off"
              maxLength={24}
              placeholder={source === 'own' ? '' : formatRate(rate)}
              value={typed}
              onChange={({ target }) => editor.changeRate(`${from} ${to}`, target.value)}
              help={
                source === 'own'
                  ? 'Your own rate.'
                  : `${formatRateSource(source)}, ${formatUtcDate(date)}.`
              }
              error={typed && !isRate(typed) ? 'Enter a number above zero, such as 1.08.' : ''}
            />
          );
        })}
      </div>
    </section>
  );
}
