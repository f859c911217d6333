import { Checkbox } from '#ui/Checkbox.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { allCountries } from '../countries.ts';
import { currencyOf, factId, statedFact } from './draft.ts';
import { MoneyField } from './MoneyField.tsx';
import { MonthField } from './MonthField.tsx';
import type { AskedFact, RuleFact, Values } from './rule-facts.ts';
import type { Changes } from './use-draft.ts';

export type FactFieldProps = {
  fact: AskedFact;
  values: Values;
  onChange: (changes: Changes) => void;
  error?: string | undefined;
  /** An answer is a minimum for want of it. */
  isMissed?: boolean;
  /** Where the same fact is asked for several times. */
  id?: string;
};

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function Missed() {
  return <span className="text-warning-text">Needed for the full total. </span>;
}

type OneFieldProps = Omit<FactFieldProps, 'fact' | 'isMissed'> & {
  fact: RuleFact;
  id: string;
  words: { label: string; help?: React.ReactNode; error?: string };
};

/** By type: a default makes a box to tick; without one a person may not know. */
function BooleanField({ fact, id, values, onChange, words }: OneFieldProps) {
  const value = values[fact.name];
  const change = (next: string) => onChange({ [fact.name]: next || undefined });
  if (fact.default === null)
    return (
      <SelectField
        id={id}
        {...words}
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
      {...words}
      checked={(value ?? String(fact.default)) === 'true'}
      onChange={({ target }) => change(String(target.checked))}
      className="sm:self-center"
    />
  );
}

function ChoiceField({ fact, id, values, onChange, words }: OneFieldProps) {
  const isCountry = fact.type === 'country';
  return (
    <SelectField
      id={id}
      {...words}
      required={fact.required}
      {...(fact.default === null && { placeholder: fact.required ? 'Choose' : 'Not known' })}
      options={isCountry ? allCountries : fact.choices}
      value={values[fact.name] ?? String(fact.default ?? '')}
      onChange={({ target }) => onChange({ [fact.name]: target.value })}
    />
  );
}

function PlainField({ fact, id, values, onChange, words }: OneFieldProps) {
  const isNumber = fact.type === 'decimal' || fact.type === 'integer';
  return (
    <TextField
      id={id}
      {...words}
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
  const { fact, id, values, onChange, words } = props;
  const { name, type, required } = fact;
  if (type === 'boolean') return <BooleanField {...props} />;
  if (type === 'choice' || type === 'country') return <ChoiceField {...props} />;
  const state = { id, ...words, required };
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
      currency={currencyOf(name, values)}
      onAmountChange={(amount) => onChange({ [name]: amount })}
      onCurrencyChange={(currency) => onChange({ [`${name}_currency`]: currency })}
    />
  );
}

type InsteadProps = Pick<FactFieldProps, 'fact' | 'values' | 'onChange'>;

const sayUnit = ({ name, label, unit }: RuleFact) =>
  name === 'production_date' ? 'the date' : name === 'age_years' ? 'the age' : (unit ?? label);

/** Changes to the fact that may be stated in its place; the number stays. */
function StateInstead({ fact, values, onChange }: InsteadProps) {
  if (!fact.instead) return null;
  const current = statedFact(fact, values);
  const other = current === fact ? fact.instead : fact;
  const kept = current.type === other.type ? (values[current.name] ?? '') : '';
  const next = { [current.name]: undefined, [other.name]: kept };
  return (
    <button type="button" className="link text-sm" onClick={() => onChange(next)}>
      State {sayUnit(other)} instead
    </button>
  );
}

/** One fact, as its type asks for it. */
export function FactField({ fact, isMissed, error, id, ...rest }: FactFieldProps) {
  const { name, label, help, ...stated } = statedFact(fact, rest.values);
  const required = fact.required;
  const hint = (help || isMissed || fact.instead) && (
    <>
      {isMissed && <Missed />}
      {help} <StateInstead fact={fact} {...rest} />
    </>
  );
  const words = { label, ...(hint && { help: hint }), ...(error && { error }) };
  return (
    <OneField
      {...rest}
      fact={{ ...stated, name, label, help, required }}
      id={id ?? factId(name)}
      words={words}
    />
  );
}
