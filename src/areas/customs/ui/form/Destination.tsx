import { ShieldAlert } from 'lucide-react';
import { formatUtcDate } from '#lib/format.ts';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { RuleSetWire } from '../../wire/rule-sets/rule-sets.ts';
import { countryOptions } from '../countries.ts';
import { type Draft, factId } from './draft/draft.ts';
import { listRegimes } from './draft/rule-facts.ts';

type DestinationProps = {
  draft: Pick<Draft, 'country' | 'regime' | 'date'>;
  sets: readonly RuleSetWire[];
  chosen: RuleSetWire | undefined;
  onChange: (part: Partial<Draft>) => void;
  errors: Readonly<Record<string, string>>;
};

/** The rules behind the result: which ones, since when, and how reliable. */
function ChosenRules({ set }: { set: RuleSetWire }) {
  const isDoubtful = set.to_be_verified || set.is_overdue;
  return (
    <p className="flex gap-2 text-sm text-quiet">
      {isDoubtful && <ShieldAlert size={16} aria-hidden className="mt-0.5 text-warning-text" />}
      <span>
        {set.title}, in force since {formatUtcDate(set.effective_from)}
        {set.effective_to && ` until ${formatUtcDate(set.effective_to)}`}.{' '}
        {set.to_be_verified && (
          <strong className="font-medium text-warning-text">
            These rules are still to be verified.{' '}
          </strong>
        )}
        {set.is_overdue && (
          <strong className="font-medium text-warning-text">
            Their review was due on {formatUtcDate(set.review_by)}: they may be out of date.
          </strong>
        )}
      </span>
    </p>
  );
}

/** Destination, importer, and the date of the rules. */
export function Destination({ draft, sets, chosen, onChange, errors }: DestinationProps) {
  const regimes = listRegimes(sets, draft.country);
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          id={factId('country')}
          label="Destination"
          required
          placeholder="Choose a country"
          options={countryOptions(sets.flatMap(({ countries }) => countries))}
          value={draft.country}
          onChange={({ target }) => onChange({ country: target.value, regime: '' })}
          error={errors.destination_country}
        />
        {regimes.length > 1 && (
          <SelectField
            id={factId('regime')}
            label="Importer"
            options={regimes}
            value={draft.regime || regimes[0]!.value}
            onChange={({ target }) => onChange({ regime: target.value })}
            error={errors.regime}
          />
        )}
        <TextField
          id={factId('date')}
          type="date"
          label="Day of import"
          help="The date of the rules and rates. Leave empty for today."
          value={draft.date}
          onChange={({ target }) => onChange({ date: target.value })}
          error={errors.calculation_date}
        />
      </div>
      {chosen && <ChosenRules set={chosen} />}
    </div>
  );
}
