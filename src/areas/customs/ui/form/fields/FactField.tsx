import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { allCountries } from '../../countries.ts';
import type { Values } from '../draft/conditions.ts';
import { chooseAlternative, factId, readCurrency } from '../draft/draft.ts';
import type { QuestionFact, RuleFact } from '../draft/rule-facts.ts';
import type { ValueChanges } from '../draft/use-draft.ts';
import { MoneyField } from './MoneyField.tsx';
import { MonthField } from './MonthField.tsx';

export type FactFieldProps = {
  fact: QuestionFact;
  values: Values;
  onChange: (changes: ValueChanges) => void;
  error?: string | undefined;
  /** The total is a minimum because it is not stated. */
  isMissing?: boolean;
  /** If the same fact is on the screen several times. */
  id?: string;
};

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function MissingNote() {
  return <span className="text-warning-text">Needed for the full total. </span>;
}

type OneFieldProps = Omit<FactFieldProps, 'fact' | 'isMissed'> & {
  fact: RuleFact;
  id: string;
  labels: { label: string; help?: React.ReactNode; error?: string };
};

/** With a default a checkbox; without one a select, because the user may not know. */
function BooleanField({ fact, id, values, onChange, labels }: OneFieldProps) {
  const value = values[fact.name];
  const change = (next: string) => onChange({ [fact.name]: next || undefined });
  if (fact.default === null)
    return (
      <SelectField
        id={id}
        {...labels}
        required={fact.required}
        placeholder="Not known"
        options={yesOrNo}
        value={value ?? ''}
        onChange={({ target }) => change(target.value)}
      />
    );
  return (
    <Checkbox
      id={id}
      {...labels}
      checked={(value ?? String(fact.default)) === 'true'}
      onChange={({ target }) => change(String(target.checked))}
      className="sm:self-center"
    />
  );
}

function ChoiceField({ fact, id, values, onChange, labels }: OneFieldProps) {
  const isCountry = fact.type === 'country';
  return (
    <SelectField
      id={id}
      {...labels}
      required={fact.required}
      {...(fact.default === null && { placeholder: fact.required ? 'Choose' : 'Not known' })}
      options={isCountry ? allCountries : fact.choices}
      value={values[fact.name] ?? String(fact.default ?? '')}
      onChange={({ target }) => onChange({ [fact.name]: target.value })}
    />
  );
}

function PlainField({ fact, id, values, onChange, labels }: OneFieldProps) {
  const isNumber = fact.type === 'decimal' || fact.type === 'integer';
  return (
    <TextField
      id={id}
      {...labels}
      required={fact.required && fact.default === null}
      {...(fact.type === 'date' && { type: 'date' })}
      {...(isNumber && { isNumeric: true, inputMode: 'decimal' as const, maxLength: 24 })}
      {...(fact.unit && { suffix: fact.unit })}
      {...(fact.default !== null && { placeholder: String(fact.default) })}
      autoComplete="off"
      value={values[fact.name] ?? ''}
      onChange={({ target }) => onChange({ [fact.name]: target.value })}
    />
  );
}

function OneField(props: OneFieldProps) {
  const { fact, id, values, onChange, labels } = props;
  const { name, type, required } = fact;
  if (type === 'boolean') return <BooleanField {...props} />;
  if (type === 'choice' || type === 'country') return <ChoiceField {...props} />;
  const state = { id, ...labels, required };
  if (type === 'month')
    return (
      <MonthField
        {...state}
        value={values[name] ?? ''}
        onChange={(month) => onChange({ [name]: month })}
      />
    );
  if (type !== 'money') return <PlainField {...props} />;
  return (
    <MoneyField
      {...state}
      amount={values[name] ?? ''}
      currency={readCurrency(name, values)}
      onAmountChange={(amount) => onChange({ [name]: amount })}
      onCurrencyChange={(currency) => onChange({ [`${name}_currency`]: currency })}
    />
  );
}

type AlternativeProps = Pick<FactFieldProps, 'fact' | 'values' | 'onChange'>;

const formatUnit = ({ name, label, unit }: RuleFact) =>
  name === 'production_date' ? 'the date' : name === 'age_years' ? 'the age' : (unit ?? label);

/** Switches to the alternative fact. A number stays. */
function AlternativeButton({ fact, values, onChange }: AlternativeProps) {
  if (!fact.instead) return null;
  const current = chooseAlternative(fact, values);
  const other = current === fact ? fact.instead : fact;
  const text = current.type === other.type ? (values[current.name] ?? '') : '';
  const next = { [current.name]: undefined, [other.name]: text };
  return (
    <button type="button" className="link text-sm" onClick={() => onChange(next)}>
      State {formatUnit(other)} instead
    </button>
  );
}

/** The field for a fact, by its type. */
export function FactField({ fact, isMissing, error, id, ...rest }: FactFieldProps) {
  const { name, label, help, ...resolved } = chooseAlternative(fact, rest.values);
  const required = fact.required;
  const hint = (help || isMissing || fact.instead) && (
    <>
      {isMissing && <MissingNote />}
      {help} <AlternativeButton fact={fact} {...rest} />
    </>
  );
  const labels = { label, ...(hint && { help: hint }), ...(error && { error }) };
  return (
    <OneField
      {...rest}
      fact={{ ...resolved, name, label, help, required }}
      id={id ?? factId(name)}
      labels={labels}
    />
  );
}
