// The form of the calculator: the country, the questions of its rules, and what is still needed.
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import type { EmbedCodesWire, EmbedFormWire } from '../../../wire/embed/embed.ts';
import type { RuleSetWire } from '../../../wire/rule-sets/rule-sets.ts';
import { chooseAlternative, type Draft, newDraft } from '../../form/draft/draft.ts';
import { chooseRuleSet, listRegimes, type QuestionFact } from '../../form/draft/rule-facts.ts';
import { Refusal } from './calls.ts';
import { element, showOnly } from './dom.ts';
import { choose, createField, type Field } from './fields.ts';
import { askQuestions, isFirst } from './questions.ts';

type Sets = EmbedFormWire['rule_sets'];
type Texts = Readonly<Record<string, string>>;
type Settings = {
  kind: ImportKind;
  country: string;
  /** The page states the country: nobody chooses it. */
  isFixed: boolean;
  onCountry: (country: string) => Promise<Sets>;
  onSearch: (country: string, search: string) => Promise<EmbedCodesWire>;
  onChange: () => void;
  onSubmit: (facts: object) => void;
};

/** The questions do not depend on the sources. */
const withoutSources = (sets: Sets): RuleSetWire[] => sets.map((set) => ({ ...set, sources: [] }));

const labelled = (id: string, label: string, control: Element) =>
  element('div', { class: 'field' }, element('label', { for: id }, label), control);

export class CalculatorForm {
  readonly root: HTMLFormElement;
  readonly #countries: EmbedFormWire['countries'];
  readonly #settings: Settings;
  readonly #fields = new Map<string, Field>();
  readonly #places = element('div', { class: 'fields' });
  readonly #first = element('div', { class: 'fields' });
  readonly #rest = element('div', { class: 'fields' });
  readonly #more = element(
    'details',
    {},
    element('summary', {}, 'More facts, if known'),
    this.#rest,
  );
  readonly #problem = element('p', { role: 'alert', class: 'wrong' });
  readonly #button = element(
    'button',
    { type: 'submit', class: 'act', part: 'button' },
    'Calculate',
  );
  #sets: RuleSetWire[] = [];
  #draft: Draft;
  #missing: readonly string[] = [];
  #isBusy = false;

  constructor({ countries, rule_sets: sets }: EmbedFormWire, settings: Settings) {
    this.#countries = countries;
    this.#settings = settings;
    const values: Texts = settings.kind === 'goods' ? { quantity: '1' } : {};
    this.#draft = { ...newDraft('vehicle'), country: settings.country, values };
    this.root = element(
      'form',
      { novalidate: true },
      ...[this.#places, this.#first, this.#more, this.#problem, this.#button],
    );
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#isBusy) this.#submit();
    });
    this.#showSets(sets);
    if (settings.isFixed && sets.length === 0)
      this.#problem.textContent = 'There are no rules for this country yet.';
  }

  setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#button.textContent = isBusy ? 'Calculating...' : 'Calculate';
    if (isBusy) this.#button.setAttribute('aria-disabled', 'true');
    else this.#button.removeAttribute('aria-disabled');
  }

  /** The first wrong field gets the focus. */
  showProblems(message: string, byField: Texts): void {
    this.#problem.textContent = message;
    const wrong = Object.entries(byField).flatMap(([name, text]) => {
      const field = this.#findVisibleField(name);
      field?.showError(text);
      return field ? [field] : [];
    });
    const [first] = wrong;
    if (first && this.#rest.contains(first.root)) this.#more.open = true;
    first?.control.focus();
  }

  /** Facts without which an amount stays unknown: they are no longer among the optional ones. */
  showMissing(names: readonly string[]): void {
    this.#missing = names;
    this.#render();
  }

  #showSets(sets: Sets): void {
    this.#sets = withoutSources(sets);
    this.#fields.clear();
    this.#renderPlaces();
    this.#render();
  }

  #chosen = () => chooseRuleSet(this.#sets, this.#draft);

  #ask() {
    const set = this.#chosen();
    return askQuestions(this.#settings.kind, set, this.#draft, this.#missing);
  }

  #submit(): void {
    this.#clearProblems();
    const { needs, body } = this.#ask();
    if (body) {
      this.#settings.onSubmit(body);
      return;
    }
    const names = needs.map(({ label }) => label).join(', ');
    const needed = needs.map(({ name, message }) => [name, message]);
    this.showProblems(`Still needed: ${names}.`, Object.fromEntries(needed));
  }

  #clearProblems(): void {
    this.#problem.textContent = '';
    for (const field of this.#fields.values()) field.showError(undefined);
  }

  /** Fields are made once for each set of rules, so that they keep text and focus. */
  #findField(fact: QuestionFact): Field {
    const { values, regime } = this.#draft;
    const visibleFact = chooseAlternative(fact, values);
    const key = `${regime} ${visibleFact.name}`;
    const context = {
      values,
      currency: this.#chosen()?.currency ?? 'EUR',
      change: (changes: Readonly<Record<string, string | undefined>>) => this.#change(changes),
      search: (text: string) => this.#settings.onSearch(this.#draft.country, text),
    };
    const field = this.#fields.get(key) ?? createField(fact, visibleFact, context);
    this.#fields.set(key, field);
    return field;
  }

  #findVisibleField = (name: string): Field | undefined =>
    [...this.#fields].find(
      ([key, { root }]) => key.endsWith(` ${name}`) && this.root.contains(root),
    )?.[1];

  #render(): void {
    const { facts } = this.#ask();
    const isPrimary = isFirst(this.#settings.kind, this.#missing);
    const findRoot = (fact: QuestionFact) => this.#findField(fact).root;
    showOnly(this.#first, facts.filter(isPrimary).map(findRoot));
    showOnly(this.#rest, facts.filter((fact) => !isPrimary(fact)).map(findRoot));
    this.#more.hidden = this.#rest.children.length === 0;
    this.#button.hidden = facts.length === 0;
  }

  #change(changes: Readonly<Record<string, string | undefined>>): void {
    const entries = Object.entries({ ...this.#draft.values, ...changes });
    const values = Object.fromEntries(
      entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    this.#draft = { ...this.#draft, values };
    this.#settings.onChange();
    this.#render();
    // The other of two facts takes the place of the one that had the focus.
    const [added] = Object.keys(changes).filter((name) => changes[name] === '');
    const isOther = Object.values(changes).includes(undefined);
    if (added && isOther) this.#findVisibleField(added)?.control.focus();
  }

  #renderPlaces(): void {
    const { country } = this.#draft;
    const regimes = listRegimes(this.#sets, country);
    const hadFocus = this.#places.querySelector('#country:focus') !== null;
    const parts = [
      ...(this.#settings.isFixed ? [] : [this.#createCountry()]),
      ...(regimes.length > 1 ? [this.#createRegime(regimes)] : []),
    ];
    this.#places.replaceChildren(...parts);
    this.#places.hidden = parts.length === 0;
    if (hadFocus) this.#places.querySelector<HTMLElement>('#country')?.focus();
  }

  #createCountry(): Element {
    const options = this.#countries.map(({ code, name }) => ({ value: code, label: name }));
    const none = { value: '', label: 'Choose a country' };
    const select = choose('country', [none, ...options], this.#draft.country);
    select.addEventListener('input', () => void this.#changeCountry(select.value));
    return labelled('country', 'Destination', select);
  }

  #createRegime(regimes: readonly { value: string; label: string }[]): Element {
    const value = this.#draft.regime || (this.#chosen()?.regime ?? '');
    const select = choose('regime', regimes, value === 'any' ? '' : value);
    select.addEventListener('input', () => {
      this.#draft = { ...this.#draft, regime: select.value };
      this.#settings.onChange();
      this.#render();
    });
    return labelled('regime', 'Importer', select);
  }

  async #changeCountry(country: string): Promise<void> {
    this.#draft = { ...this.#draft, country, regime: '' };
    this.#missing = [];
    this.#clearProblems();
    this.#settings.onChange();
    try {
      const sets = country ? await this.#settings.onCountry(country) : [];
      // Another country may have been chosen meanwhile.
      if (this.#draft.country === country) this.#showSets(sets);
    } catch (error) {
      this.#problem.textContent = error instanceof Refusal ? error.message : '';
    }
  }
}
