import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { scenariosMax } from '../../wire/calculations.constants.ts';
import type { RuleSetWire } from '../../wire/rule-sets.ts';
import { countryOptions } from '../countries.ts';
import { factId } from '../form/draft.ts';
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

function Options({ aspect, options, values, onValuesChange }: OptionsProps) {
  const isFull = values.length >= scenariosMax;
  const toggle = (value: string) =>
    onValuesChange(
      values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
    );
  return (
    <fieldset>
      <legend className="text-sm font-medium">
        {aspectLabels[aspect]}{' '}
        <span className="font-normal text-quiet">
          {values.length} of {Math.min(scenariosMax, options.length)} chosen
        </span>
      </legend>
      <div className="mt-3 grid max-h-72 gap-x-5 gap-y-2.5 overflow-y-auto border border-line p-4 sm:grid-cols-2 xl:grid-cols-3">
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
      <div className="grid gap-5 sm:grid-cols-2">
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
      {options.length > 1 && <Options {...props} />}
      {options.length < 2 && country !== '' && (
        <p className="text-quiet">In this country it makes no difference. Choose another one.</p>
      )}
    </div>
  );
}
