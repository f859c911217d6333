import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { allCountries } from '../../countries.ts';
import { type DraftLine, lineId } from '../draft/draft.ts';
import type { QuestionFact } from '../draft/rule-facts.ts';
import type { ValueChanges } from '../draft/use-draft.ts';
import { FactField } from '../fields/FactField.tsx';
import { HsSearch } from './HsSearch.tsx';
import { HsSearchDuty } from './HsSearchDuty.tsx';

export type GoodsLineProps = {
  line: DraftLine;
  number: number;
  country: string;
  currency: string;
  facts: readonly QuestionFact[];
  errors: Readonly<Record<string, string>>;
  missing: readonly string[];
  onChange: (changes: ValueChanges) => void;
  onRemove?: () => void;
};

/** Facts with fields of their own. */
const fixedNames = ['description', 'hs_code', 'quantity', 'unit', 'value', 'unit_price'];
const ownRates = ['duty_rate_percent', 'vat_rate_percent', 'excise_rate_percent'];
/** Only drinks are charged by volume and alcohol. */
const drinkFacts = ['volume_l', 'alcohol_percent'];

const units = factNamed('unit')?.choices ?? [];

function useFields({ line, errors, onChange }: GoodsLineProps) {
  return (name: string, label: string) => ({
    id: lineId(line.key, name),
    label,
    value: line.values[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ [name]: target.value || undefined }),
  });
}

function CodeField(props: GoodsLineProps) {
  const { line, country, onChange } = props;
  const field = useFields(props);
  const [chosen, setChosen] = useState('');
  const { description = '', hs_code: code = '', origin_country: origin = '' } = line.values;
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <TextField
          {...field('hs_code', 'Tariff code')}
          help="4 to 10 digits of the Harmonized System."
          required
          inputMode="numeric"
          maxLength={20}
          className="flex-1"
        />
        <div className="pt-7">
          <HsSearch
            country={country}
            start={description}
            onChoose={(found) => {
              setChosen(found.code);
              onChange({ hs_code: found.code, description: description || found.description });
            }}
          />
        </div>
      </div>
      {country && chosen !== '' && chosen === code && (
        <HsSearchDuty code={chosen} country={country} origin={origin} />
      )}
    </div>
  );
}

const numeric = { isNumeric: true, inputMode: 'decimal', maxLength: 24 } as const;

function PriceFields(props: GoodsLineProps) {
  const { line, currency } = props;
  const field = useFields(props);
  const isByLine = line.values.value !== undefined;
  const change = (from: string, to: string) =>
    props.onChange({ [from]: undefined, [to]: line.values[from] ?? '' });
  const price = isByLine
    ? field('value', 'Value of the line')
    : field('unit_price', 'Price of one unit');
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 sm:grid-cols-[1fr_1fr_2fr]">
      <TextField {...field('quantity', 'Quantity')} {...numeric} required />
      <SelectField {...field('unit', 'Unit')} options={units} placeholder="pieces" />
      <TextField
        {...price}
        {...numeric}
        onChange={({ target }) =>
          props.onChange({ [isByLine ? 'value' : 'unit_price']: target.value })
        }
        suffix={currency}
        required
        className="max-sm:col-span-2"
        help={
          <button
            type="button"
            className="link"
            onClick={() =>
              isByLine ? change('value', 'unit_price') : change('unit_price', 'value')
            }
          >
            {isByLine
              ? 'State the price of one unit instead'
              : 'State the value of the line instead'}
          </button>
        }
      />
    </div>
  );
}

type MoreFactsProps = GoodsLineProps & { title: string; more: readonly QuestionFact[] };

function MoreFacts(props: MoreFactsProps) {
  const { title, more, line, errors, missing, onChange } = props;
  const isOpen = more.some(
    ({ name }) => missing.includes(name) || line.values[name] || errors[name],
  );
  if (more.length === 0) return null;
  return (
    <details open={isOpen || undefined}>
      <summary className="link w-fit text-sm">{title}</summary>
      <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
        {more.map((fact) => (
          <FactField
            key={fact.name}
            id={lineId(line.key, fact.name)}
            fact={fact}
            values={line.values}
            onChange={onChange}
            error={errors[fact.name]}
            isMissing={missing.includes(fact.name)}
          />
        ))}
      </div>
    </details>
  );
}

function listMoreFacts({ facts, line, missing }: GoodsLineProps) {
  const isDrink = line.values.hs_code?.trim().startsWith('22');
  const more = facts.filter(
    ({ name }) =>
      !fixedNames.includes(name) &&
      (isDrink || !drinkFacts.includes(name) || missing.includes(name)),
  );
  const isOwn = ({ name }: QuestionFact) => ownRates.includes(name);
  return { details: more.filter((fact) => !isOwn(fact)), rates: more.filter(isOwn) };
}

/** One line of an invoice: description, tariff code, quantity and price. */
export function GoodsLine(props: GoodsLineProps) {
  const { number, onRemove } = props;
  const field = useFields(props);
  const { details, rates } = listMoreFacts(props);
  return (
    <fieldset className="grid gap-5 border border-line p-4 surface-raised sm:p-5">
      <legend className="sr-only">Line {number}</legend>
      <div className="flex items-center justify-between gap-4">
        <p aria-hidden="true" className="font-display font-semibold">
          Line {number}
        </p>
        {onRemove && (
          <Button
            variant="quiet"
            size="small"
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onRemove}
          >
            Remove line {number}
          </Button>
        )}
      </div>
      <TextField {...field('description', 'Description')} required maxLength={300} />
      <CodeField {...props} />
      <PriceFields {...props} />
      <MoreFacts {...props} title="Weight and other details" more={details} />
      <details open={props.line.values.origin_country ? true : undefined}>
        <summary className="link w-fit text-sm">Another origin than the shipment</summary>
        <SelectField
          {...field('origin_country', 'Country of origin of this line')}
          options={allCountries}
          placeholder="As the shipment"
          className="mt-4 sm:max-w-sm"
        />
      </details>
      <MoreFacts {...props} title="Your own rates" more={rates} />
    </fieldset>
  );
}
