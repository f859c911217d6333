// The field of a fact: a label, an input or a choice, help, and an error.
import { allCountries } from '../../countries.ts';
import type { QuestionFact, RuleFact } from '../../form/draft/rule-facts.ts';
import { type Change, createCodeSearch, type SearchCodes } from './code-search.ts';
import { element } from './dom.ts';

type Option = { value: string; label: string };
export type Field = {
  root: HTMLElement;
  /** What gets the focus when the fact is missing. */
  control: HTMLInputElement | HTMLSelectElement;
  showError(message: string | undefined): void;
};

const yesOrNo: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
const noAnswer: Option = { value: '', label: 'Not stated' };

/** Those in which cars are sold most; the currency of the country comes first. */
const currencies = 'EUR USD GBP JPY CNY KRW CHF CAD AUD AED PLN CZK SEK NOK DKK TRY'.split(' ');

export function choose(id: string, options: readonly Option[], value: string): HTMLSelectElement {
  const select = element('select', { id });
  for (const { value: own, label } of options)
    select.append(element('option', { value: own }, label));
  select.value = value;
  return select;
}

const listOptions = ({ type, choices, default: preset }: RuleFact): readonly Option[] => {
  const options = type === 'country' ? allCountries : type === 'boolean' ? yesOrNo : choices;
  return preset === null ? [noAnswer, ...options] : options;
};

const isChoice = ({ type }: RuleFact) => ['choice', 'boolean', 'country'].includes(type);

const placeholders: Readonly<Record<string, string>> = { month: '2021-05', date: '2026-05-31' };

function createInput({ name, type }: RuleFact, value: string): HTMLInputElement {
  const isNumber = ['money', 'decimal', 'integer'].includes(type);
  const input = element('input', {
    id: name,
    type: 'text',
    autocomplete: 'off',
    inputmode: isNumber ? 'decimal' : undefined,
    placeholder: placeholders[type],
  });
  input.value = value;
  return input;
}

export type FieldContext = {
  values: Readonly<Record<string, string>>;
  /** Of the country. */
  currency: string;
  change: Change;
  search: SearchCodes;
};

/** Two facts of which one is enough have a button to state the other. */
function createSwitch(fact: QuestionFact, visibleFact: RuleFact, change: Change) {
  if (!fact.instead) return undefined;
  const other = visibleFact.name === fact.name ? fact.instead : fact;
  const unit = other.unit ? ` in ${other.unit}` : '';
  const button = element(
    'button',
    { type: 'button', class: 'other' },
    `Enter “${other.label}”${unit} instead`,
  );
  button.addEventListener('click', () =>
    change({ [visibleFact.name]: undefined, [other.name]: '' }),
  );
  return button;
}

/** `shown` is the fact itself, or the other of two of which one is enough. */
export function createField(
  fact: QuestionFact,
  visibleFact: RuleFact,
  context: FieldContext,
): Field {
  const { change } = context;
  const { name, label, unit, help } = visibleFact;
  const isRequired = fact.required && fact.default === null;
  const { control, parts } = createControl(visibleFact, context);
  control.required = isRequired;
  const error = element('p', { class: 'wrong', id: `${name}-error` });
  const hint = help ? element('p', { class: 'help', id: `${name}-help` }, help) : undefined;
  const title = unit ? `${label}, ${unit}` : label;
  const root = element(
    'div',
    { class: 'field' },
    element(
      'label',
      { for: name },
      isRequired || visibleFact.default !== null ? title : `${title} (if known)`,
    ),
    ...parts,
    hint,
    error,
    createSwitch(fact, visibleFact, change),
  );
  const describe = (message: string | undefined) => {
    error.textContent = message ?? '';
    error.hidden = !message;
    control.toggleAttribute('aria-invalid', !!message);
    const ids = [message && error.id, hint?.id].filter(Boolean);
    if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
    else control.removeAttribute('aria-describedby');
  };
  describe(undefined);
  return { root, control, showError: describe };
}

/** `parts` are the control and what belongs to it. */
type Control = { control: HTMLInputElement | HTMLSelectElement; parts: readonly Element[] };

function createControl(visibleFact: RuleFact, context: FieldContext): Control {
  const { values, change, search } = context;
  const { name, type } = visibleFact;
  if (name === 'hs_code') return createCodeSearch({ values, change, search });
  const value = values[name] ?? (visibleFact.default === null ? '' : String(visibleFact.default));
  if (type === 'money') return withCurrency(visibleFact, createInput(visibleFact, value), context);
  const control = isChoice(visibleFact)
    ? choose(name, listOptions(visibleFact), value)
    : createInput(visibleFact, value);
  control.addEventListener('input', () => change({ [name]: control.value }));
  return { control, parts: [control] };
}

/** An amount is always stated with the currency that is shown beside it. */
function withCurrency(
  { name, label }: RuleFact,
  control: HTMLInputElement,
  { values, currency, change }: FieldContext,
): Control {
  // The value of goods is in the currency of the consignment.
  const key = name === 'value' ? 'currency' : `${name}_currency`;
  const codes = [...new Set([currency, ...currencies])];
  const options = codes.map((code) => ({ value: code, label: code }));
  const preset = values[key] ?? values.price_currency ?? values.currency ?? currency;
  const select = choose(key, options, preset);
  select.setAttribute('aria-label', `Currency: ${label}`);
  const state = () => change({ [name]: control.value, [key]: select.value });
  for (const part of [control, select]) part.addEventListener('input', state);
  return { control, parts: [element('div', { class: 'pair' }, control, select)] };
}
