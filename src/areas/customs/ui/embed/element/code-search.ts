// Finds the tariff code of goods by words: a combobox whose arrow keys move through the list below,
// Enter chooses, and Escape closes it.
import type { EmbedCodesWire } from '../../../wire/embed/embed.ts';
import { CodeList, type FoundCode, formatDuty, formatTitle } from './code-list.ts';
import { element } from './dom.ts';

export type Change = (changes: Readonly<Record<string, string | undefined>>) => void;
export type SearchCodes = (search: string) => Promise<EmbedCodesWire>;

type CodeSearchContext = {
  values: Readonly<Record<string, string>>;
  change: Change;
  search: SearchCodes;
};

const searchMs = 250;
const lettersMin = 2;
const descriptionMax = 300;
const failed = 'The search is not available at the moment. You can type the code itself.';
const nothing = 'No code matches. Try another word, or type the code itself.';
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Text that is a code already needs no choice from the list. */
function readTyped(text: string) {
  const digits = text.replaceAll(/[\s.]/g, '');
  const isCode = /^\d{4,10}$/.test(digits);
  return { hs_code: isCode ? digits : undefined, description: isCode ? 'Goods' : text };
}

const formatFound = ({ count, results }: EmbedCodesWire): string => {
  if (count === 0) return nothing;
  const more = count > results.length ? `, the best ${results.length} are shown` : '';
  return `${count} ${count === 1 ? 'code' : 'codes'}${more}`;
};

class CodeSearch {
  readonly control = element('input', {
    ...{ id: 'hs_code', type: 'text', role: 'combobox', autocomplete: 'off', maxlength: '100' },
    ...{ 'aria-expanded': 'false', 'aria-controls': 'codes', 'aria-autocomplete': 'list' },
    placeholder: 'cotton shirt',
  });
  readonly status = element('p', { class: 'help', role: 'status' });
  readonly list = new CodeList(this.control, (found) => this.#take(found));
  readonly #context: CodeSearchContext;
  /** Of the newest search: answers to earlier ones are ignored. */
  #turn = 0;

  constructor(context: CodeSearchContext) {
    this.#context = context;
    const { hs_code: code = '', description = '' } = context.values;
    this.control.value = `${code} ${description}`.trim();
    this.control.addEventListener('input', () => this.#read());
    this.control.addEventListener('keydown', (event) => this.#press(event));
    this.control.addEventListener('blur', () => this.list.isOpen && this.#close());
  }

  #read(): void {
    const text = this.control.value.trim();
    this.#context.change(readTyped(text));
    if (text.length < lettersMin) this.#close();
    else void this.#find(text);
  }

  async #find(text: string): Promise<void> {
    const turn = ++this.#turn;
    await new Promise((done) => setTimeout(done, searchMs));
    if (turn !== this.#turn || !this.control.isConnected) return;
    const found = await this.#context.search(text).catch(() => null);
    if (turn !== this.#turn) return;
    this.list.show(found?.results ?? []);
    this.status.textContent = found ? formatFound(found) : failed;
  }

  #press(event: KeyboardEvent): void {
    const step = steps[event.key];
    const { list } = this;
    if (!list.isOpen) return;
    if (step !== undefined) list.step(step);
    else if (event.key === 'Enter' && list.active) this.#take(list.active);
    else if (event.key === 'Escape') this.#close();
    else return;
    event.preventDefault();
  }

  #take(found: FoundCode): void {
    this.control.focus();
    if (found.is_declarable) {
      this.control.value = `${found.code} ${found.description}`;
      const description = formatTitle(found).slice(0, descriptionMax);
      this.#context.change({ hs_code: found.code, description });
      this.#close(formatDuty(found));
    } else {
      this.control.value = found.code;
      this.#read();
    }
  }

  #close(hint = ''): void {
    this.#turn++;
    this.list.show([]);
    this.status.textContent = hint;
  }
}

export function createCodeSearch(context: CodeSearchContext) {
  const { control, list, status } = new CodeSearch(context);
  return { control, parts: [control, list.root, status] };
}
