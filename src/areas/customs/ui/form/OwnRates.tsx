import { TextField } from '#ui/TextField.tsx';
import type { ResultWire } from '../../calculation-schema.ts';
import { sayDay, sayRate, saySource } from '../customs-words.ts';
import { isRate } from './draft.ts';
import type { DraftEditor } from './use-draft.ts';

type OwnRatesProps = { editor: DraftEditor; result: ResultWire | undefined };

/** The rates that this answer used, each to be replaced by one that a bank gave. */
export function OwnRates({ editor, result }: OwnRatesProps) {
  const { rates } = editor.draft;
  const used = (result?.exchange_rates ?? []).filter(({ from, to }) => from !== to);
  if (used.length === 0) return null;
  return (
    <section aria-labelledby="own-rates" className="border-t border-line pt-6">
      <h2 id="own-rates" className="text-lg">
        Exchange rates
      </h2>
      <p className="mt-1 text-sm text-quiet">Leave empty what should follow the published rate.</p>
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
              placeholder={source === 'own' ? '' : sayRate(rate)}
              value={typed}
              onChange={({ target }) => editor.changeRate(`${from} ${to}`, target.value)}
              help={source === 'own' ? 'Your own rate.' : `${saySource(source)}, ${sayDay(date)}.`}
              error={typed && !isRate(typed) ? 'Enter a number above zero, such as 1.08.' : ''}
            />
          );
        })}
      </div>
    </section>
  );
}
