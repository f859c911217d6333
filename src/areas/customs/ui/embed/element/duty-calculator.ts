// <duty-calculator key="pk_..." country="DE">: a duty calculator for pages of other sites.
import type { EmbedFormWire, EmbedResultWire } from '../../../wire/embed/embed.ts';
import { type Caller, calculate, Refusal, readForm, searchCodes } from './calls.ts';
import { element } from './dom.ts';
import { CalculatorForm } from './form.ts';
import { createResult } from './result.ts';
import { styles } from './styles.ts';

const tag = 'duty-calculator';
/** Far enough for the questions to arrive before the reader does. */
const margin = '300px';

const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('Something went wrong. Try again in a moment.');

/** `place` shows the result. */
type Parts = { form: CalculatorForm; place: Element };

class DutyCalculator extends HTMLElement {
  // Frameworks that take `key` for their own use the other name.
  static readonly observedAttributes = ['key', 'public-key', 'country', 'kind'];

  #frame = element('div', { class: 'frame', part: 'frame' });
  #watch: IntersectionObserver | undefined;
  #isStarted = false;
  /** Of the newest start: answers to earlier ones are ignored. */
  #turn = 0;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    // No style element, which the policy of a site may forbid.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.#frame);
  }

  connectedCallback(): void {
    if (this.#isStarted) return;
    this.#show(element('p', { role: 'status' }, 'The calculator is loading.'));
    this.#watch = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) this.#start();
      },
      { rootMargin: margin },
    );
    this.#watch.observe(this);
  }

  disconnectedCallback(): void {
    this.#watch?.disconnect();
  }

  attributeChangedCallback(): void {
    if (this.#isStarted) this.#start();
  }

  #start(): void {
    this.#watch?.disconnect();
    this.#isStarted = true;
    const kind = this.getAttribute('kind') ?? 'vehicle';
    const key = this.getAttribute('key') ?? this.getAttribute('public-key') ?? '';
    const country = this.getAttribute('country')?.trim().toUpperCase() ?? '';
    if (kind !== 'vehicle' && kind !== 'goods')
      this.#refuse(`There is no calculator of the kind “${kind}”.`);
    else if (!key) this.#refuse('This calculator has no key.');
    else void this.#load({ key, kind }, country);
  }

  async #load(caller: Caller, country: string): Promise<void> {
    const turn = ++this.#turn;
    try {
      const form = await readForm(caller, country);
      if (turn === this.#turn) this.#ask(caller, form, country);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#refuse(toRefusal(error).message, () => this.#load(caller, country));
    }
  }

  #show(...children: Node[]): void {
    this.#frame.replaceChildren(...children);
  }

  #refuse(message: string, retry?: () => Promise<void>): void {
    const again = retry && element('button', { type: 'button', class: 'act' }, 'Try again');
    again?.addEventListener('click', () => void retry?.());
    this.#show(element('div', { class: 'stack' }, element('p', { role: 'alert' }, message), again));
  }

  #ask(caller: Caller, wire: EmbedFormWire, country: string): void {
    const place = element('div', { 'aria-live': 'polite' });
    const form: CalculatorForm = new CalculatorForm(wire, {
      kind: caller.kind,
      country,
      isFixed: this.hasAttribute('country'),
      onCountry: async (code) => (await readForm(caller, code)).rule_sets,
      onSearch: (code, search) => searchCodes(caller, code, search),
      onChange: () => place.firstElementChild?.classList.add('old'),
      onSubmit: (facts) => this.#calculate(caller, { form, place }, facts),
    });
    this.#show(element('h2', {}, 'Import duties and taxes'), form.root, place);
  }

  async #calculate(caller: Caller, { form, place }: Parts, facts: object): Promise<void> {
    const turn = this.#turn;
    form.setBusy(true);
    try {
      const result = await calculate(caller, facts);
      if (turn === this.#turn) this.#present({ form, place }, result);
    } catch (error) {
      const { message, fields } = toRefusal(error);
      if (turn !== this.#turn) return;
      place.replaceChildren();
      form.showProblems(message, fields);
    } finally {
      form.setBusy(false);
    }
  }

  #present({ form, place }: Parts, result: EmbedResultWire): void {
    const view = createResult(result);
    place.replaceChildren(view);
    form.showMissing(result.missing);
    view.focus({ preventScroll: true });
    const detail = {
      total: result.total_payments,
      currency: result.currency,
      is_minimum: result.total_is_minimum,
    };
    this.dispatchEvent(new CustomEvent('duty-result', { detail, bubbles: true }));
  }
}

if (!customElements.get(tag)) customElements.define(tag, DutyCalculator);
