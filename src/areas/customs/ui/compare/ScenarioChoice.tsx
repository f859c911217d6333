import { X } from 'lucide-react';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { scenariosMax } from '../../wire/calculations/calculations.constants.ts';
import type { RuleSetWire } from '../../wire/rule-sets/rule-sets.ts';
import { countryOptions } from '../countries.ts';
import { factId } from '../form/draft/draft.ts';
import { type Aspect, aspectLabels, type Option } from './scenarios.ts';

type ScenarioChoiceProps = {
  aspect: Aspect;
  aspects: readonly Aspect[];
  sets: readonly RuleSetWire[];
  /** Of the base. */
  country: string;
  onCountryChange: (country: string) => void;
  options: readonly Option[];
  values: readonly string[];
  onAspectChange: (aspect: Aspect) => void;
  onValuesChange: (values: readonly string[]) => void;
};

type OptionsProps = Pick<ScenarioChoiceProps, 'aspect' | 'options' | 'values' | 'onValuesChange'>;

const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <li>
    <button
      type="button"
      onClick={onRemove}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-control px-2.5 text-sm hover:border-text pointer-coarse:min-h-11"
    >
      <span className="sr-only">Remove </span>
      {label}
      <X size={14} aria-hidden />
    </button>
  </li>
);

/** For many options: the chosen ones, and a list of the others. */
function Chips({ aspect, options, values, onValuesChange }: OptionsProps) {
  const rest = options.filter(({ value }) => !values.includes(value));
  const isFull = values.length >= scenariosMax;
  return (
    <div className="grid gap-3">
      <SelectField
        label={aspectLabels[aspect]}
        placeholder={isFull ? `Up to ${scenariosMax} at once` : 'Add a country'}
        options={rest}
        value=""
        disabled={isFull}
        onChange={({ target }) => onValuesChange([...values, target.value])}
      />
      {values.length > 0 && (
        <ul aria-label="Chosen" className="flex flex-wrap gap-2">
          {values.map((value) => (
            <Chip
              key={value}
              label={options.find((one) => one.value === value)?.label ?? value}
              onRemove={() => onValuesChange(values.filter((one) => one !== value))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Checkboxes({ aspect, options, values, onValuesChange }: OptionsProps) {
  const isFull = values.length >= scenariosMax;
  const toggle = (value: string) =>
    onValuesChange(
      values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
    );
  return (
    <fieldset>
      <legend className="text-sm font-medium">{aspectLabels[aspect]}</legend>
      <div className="mt-3 grid gap-2.5">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={values.includes(value)}
            disabled={isFull && !values.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Chooses the aspect that differs, and up to five values of it. */
export function ScenarioChoice(props: ScenarioChoiceProps) {
  const { aspect, aspects, sets, country, options } = props;
  const isByCountry = aspect === 'country';
  return (
    <div className="grid gap-5">
      <div className="grid gap-5">
        <SelectField
          label="What differs"
          options={aspects.map((value) => ({ value, label: aspectLabels[value] }))}
          value={aspect}
          onChange={({ target }) => props.onAspectChange(target.value as Aspect)}
        />
        {!isByCountry && (
          <SelectField
            id={factId('country')}
            label="Destination"
            placeholder="Choose a country"
            options={countryOptions(sets.flatMap(({ countries }) => countries))}
            value={country}
            onChange={({ target }) => props.onCountryChange(target.value)}
          />
        )}
      </div>
      {options.length > 1 && (isByCountry ? <Chips {...props} /> : <Checkboxes {...props} />)}
      {options.length < 2 && country !== '' && (
        <p className="text-quiet">In this country it makes no difference. Choose another one.</p>
      )}
    </div>
  );
}
