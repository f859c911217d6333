import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatCountry } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { type DecodedVinWire, decodeVin } from '../../../wire/vehicles/vehicles.ts';
import type { Values } from '../draft/conditions.ts';
import type { QuestionFact } from '../draft/rule-facts.ts';
import type { ValueChanges } from '../draft/use-draft.ts';

type VinFieldProps = {
  values: Values;
  /** Only facts that the form asks for are suggested. */
  facts: readonly QuestionFact[];
  onChange: (changes: ValueChanges) => void;
};

const vinLength = 17;
const typingMs = 400;

const clean = (text: string) => text.replace(/[\s-]/g, '').toUpperCase().slice(0, vinLength);

type Suggestion = { label: string; changes: ValueChanges };

/** Never filled in silently: the papers may say something else. */
function listSuggestions(vin: DecodedVinWire, { values, facts }: VinFieldProps): Suggestion[] {
  const isRelevant = (name: string) =>
    facts.some((fact) => fact.name === name || fact.instead?.name === name);
  const suggest = (name: string, value: string | null, label: string, also: ValueChanges = {}) =>
    value !== null && isRelevant(name) && !(values[name] ?? '').startsWith(value)
      ? [{ label, changes: { [name]: value, ...also } }]
      : [];
  const { country_of_manufacture: country, manufacturer, model_years: years } = vin;
  return [
    ...suggest('make', manufacturer, `Make: ${manufacturer}`),
    ...suggest('origin_country', country, `Origin: ${formatCountry(country ?? '')}`),
    ...(years ?? []).flatMap((year) =>
      suggest('production_date', String(year), `Produced: ${year}`, { age_years: undefined }),
    ),
  ];
}

function describe(vin: DecodedVinWire): string {
  const { country_of_manufacture: country, manufacturer, model_years: years } = vin;
  const known = [
    manufacturer ?? 'Manufacturer not known',
    country ? formatCountry(country) : 'country not known',
    years ? `model year ${years.join(' or ')}` : 'no model year',
  ].join(', ');
  return vin.model_year_is_standard || !years
    ? `${known}.`
    : `${known}. Its maker need not state the year here.`;
}

function Decoded(props: VinFieldProps & { vin: DecodedVinWire }) {
  const { vin, onChange } = props;
  return (
    <div className="mt-2 grid gap-2" role="status">
      <p className="text-sm text-quiet">{describe(vin)}</p>
      {vin.check_digit.is_valid === false && (
        <p className="text-sm text-warning-text">
          Its check digit does not fit: compare every character with the papers.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {listSuggestions(vin, props).map(({ label, changes }) => (
          <Button key={label} size="small" onClick={() => onChange(changes)}>
            {`Use ${label}`}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Suggests the origin and the year of a vehicle by its number. */
export function VinField(props: VinFieldProps) {
  const { values, onChange } = props;
  const vin = clean(values.vin ?? '');
  const typed = useDebounced(vin, typingMs);
  const isWhole = typed.length === vinLength && typed === vin;
  const decoded = useQuery({
    queryKey: ['customs', 'vin', typed],
    queryFn: ({ signal }) => call(decodeVin, { params: { vin: typed } }, { signal }),
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div>
      <TextField
        id="vin"
        label="VIN"
        help="The 17 characters of the vehicle identification number suggest make, origin and year."
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        value={values.vin ?? ''}
        {...(isWhole && decoded.isError && { error: errorMessage(decoded.error) })}
        onChange={({ target }) => onChange({ vin: target.value })}
        className="sm:max-w-96"
      />
      {isWhole && decoded.data && <Decoded {...props} vin={decoded.data} />}
    </div>
  );
}
