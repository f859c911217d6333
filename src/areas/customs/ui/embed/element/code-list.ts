// The list below a combobox: codes with their duty, one of which may be active.
import type { EmbedCodesWire } from '../../../wire/embed/embed.ts';
import { element } from './dom.ts';

export type FoundCode = EmbedCodesWire['results'][number];

export const formatDuty = ({ is_declarable: isDeclarable, duty }: FoundCode): string => {
  if (!isDeclarable) return 'Show subdivisions';
  return duty === null ? 'Duty not known' : `Duty ${duty}`;
};

/** The last two descriptions say enough: one alone is often "Other". */
export const formatTitle = ({ path, description }: FoundCode): string =>
  [...path.slice(-1), description].join(' › ');

const createOption = (found: FoundCode, at: number): HTMLElement =>
  element(
    'li',
    { role: 'option', id: `code-${at}`, 'aria-selected': 'false' },
    element('b', {}, found.code),
    ` ${formatTitle(found)} `,
    element('span', { class: 'help' }, formatDuty(found)),
  );

/** Round the list; from no option to its first or last one. */
const nextIndex = (active: number, step: number, count: number): number =>
  active < 0 && step < 0 ? count - 1 : (active + step + count) % count;

export class CodeList {
  readonly root = element('ul', { id: 'codes', role: 'listbox', 'aria-label': 'Tariff codes' });
  readonly #control: HTMLInputElement;
  #rows: readonly FoundCode[] = [];
  #active = -1;

  constructor(control: HTMLInputElement, onTake: (found: FoundCode) => void) {
    this.#control = control;
    this.show([]);
    // The field keeps the focus: without it the list closes before the click.
    this.root.addEventListener('pointerdown', (event) => event.preventDefault());
    this.root.addEventListener('click', ({ target }) => {
      const option = (target as Element).closest('li');
      const found = this.#rows[[...this.root.children].indexOf(option as Element)];
      if (found) onTake(found);
    });
  }

  get isOpen(): boolean {
    return this.#rows.length > 0;
  }

  get active(): FoundCode | undefined {
    return this.#rows[this.#active];
  }

  show(rows: readonly FoundCode[]): void {
    this.#rows = rows;
    this.root.replaceChildren(...rows.map(createOption));
    this.root.hidden = !this.isOpen;
    this.#control.setAttribute('aria-expanded', String(this.isOpen));
    this.#activate(-1);
  }

  step(by: number): void {
    this.#activate(nextIndex(this.#active, by, this.#rows.length));
  }

  #activate(at: number): void {
    this.#active = at;
    for (const [own, option] of [...this.root.children].entries())
      option.setAttribute('aria-selected', String(own === at));
    if (at < 0) this.#control.removeAttribute('aria-activedescendant');
    else this.#control.setAttribute('aria-activedescendant', `code-${at}`);
    this.root.children[at]?.scrollIntoView({ block: 'nearest' });
  }
}
