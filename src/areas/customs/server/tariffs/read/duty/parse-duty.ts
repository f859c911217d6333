// Reads the text of a duty. What is not understood to its last word is unknown, with a floor only
// where the rest can only add to what is certain.
import { Decimal } from '#lib/decimal.ts';
import type { Duty } from '../../../engine/rules/duty-schema.ts';
import { parseConditionalDuty } from './conditional-duty.ts';
import { type DutyForm, type DutyToken, readTokens } from './duty-tokens.ts';
import { unitOfMany } from './duty-vocabulary.ts';

export type { DutyForm } from './duty-tokens.ts';

/** A text longer than this is a sentence, not a rate. Conditions are longer. */
const charactersMax = { rate: 400, conditions: 4000 };
/** "See 9903.88.15", "See 9822.04.01-9822.04.03, 9822.04.10". */
const reference = /^See (\d{4}(?:\.\d+)*(?:(?:[-–, ]|and)+\d{4}(?:\.\d+)*)*)$/i;
const free: Duty = { t: 'free' };

/** With such a word the rest may take away from the duty. */
const reducing = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    ...['less', 'minus', 'more', 'lower', 'lesser', 'maximum', 'max', 'min', 'or', 'nor', 'not'],
    ...['but', 'if', 'unless', 'when', 'where', 'only', 'until', 'under', 'except', 'whichever'],
    ...['exceed\\w*', 'reduc\\w*', 'deduct\\w*', 'rebate\\w*', 'exempt\\w*', 'credit\\w*'],
    ...['минус', 'или', 'либо', 'если', 'кроме', 'не', 'oder', 'höchstens', 'abzüglich'],
  ].join('|')})(?!\p{L})|[-\u2212\u2013(]`,
  'iu',
);

export function parseDuty(text: string, form: DutyForm): Duty {
  const plain = text
    .replaceAll(/[\s\u00a0\u202f]+/gu, ' ')
    .trim()
    .replace(/[.;]$/, '');
  if (plain === '') return unread('The publication states no rate');
  if (plain.length > charactersMax.conditions) return unread('A text, not a rate');
  if (/^NAR$/i.test(plain)) return unread('The publication states no rate (NAR)');
  if (/^No change$/i.test(plain)) return unread('As without this heading');
  const headings = reference.exec(plain)?.[1];
  if (headings) return unread(`See heading ${headings}`);
  const conditional = parseConditionalDuty(plain, (part) => parseDuty(part, form));
  if (conditional) return conditional;
  if (plain.length > charactersMax.rate) return unread(`Not read: ${plain.slice(0, whyMax)}`);
  return settle(new Reader(readTokens(plain, form), form).read(), plain);
}

const whyMax = 200;

/** Of the European Union, by the composition of processed food. */
const component = /\+ ?(?:EA|AD ?[SF])/;

const unread = (why: string): Duty => ({ t: 'unknown', why });

/** A duty with an unread part is unknown as a whole, and at least what its other parts come to. */
function settle(duty: Duty | null, text: string): Duty {
  const reason = component.test(text) ? 'With an agricultural component' : 'Not read';
  const why = `${reason}: ${text.slice(0, whyMax)}`;
  if (duty === null) return unread(why);
  if (!hasUnread(duty)) return duty;
  const floor = toFloor(duty);
  return floor.t === 'free' ? unread(why) : { t: 'unknown', why, floor };
}

function hasUnread(duty: Duty): boolean {
  switch (duty.t) {
    case 'unknown':
      return true;
    case 'max':
    case 'min':
    case 'sum':
      return duty.of.some(hasUnread);
    case 'clamp':
      return [duty.of, duty.min, duty.max].some((part) => part !== undefined && hasUnread(part));
    default:
      return false;
  }
}

function toFloor(duty: Duty): Duty {
  switch (duty.t) {
    case 'unknown':
      return duty.floor ?? free;
    case 'sum':
      return joinDuties('sum', duty.of.map(toFloor));
    case 'max':
      return joinDuties('max', duty.of.map(toFloor));
    case 'min':
      return joinDuties('min', duty.of.map(toFloor));
    case 'clamp': {
      const raised = joinDuties('max', [duty.of, ...(duty.min ? [duty.min] : [])].map(toFloor));
      return joinDuties('min', [raised, ...(duty.max ? [toFloor(duty.max)] : [])]);
    }
    default:
      return duty;
  }
}

/** Percentages are compared with each other, so that 9 % or, if less, 24 % becomes 9 %. */
function joinDuties(t: 'sum' | 'max' | 'min', duties: readonly Duty[]): Duty {
  if (t === 'min' && duties.some((duty) => duty.t === 'free')) return free;
  const charged = duties.filter((duty) => duty.t !== 'free');
  const [first = free, ...rest] = charged;
  if (rest.length === 0) return first;
  const rates = charged.flatMap((duty) => (duty.t === 'adval' ? [new Decimal(duty.r)] : []));
  if (t !== 'sum' && rates.length === charged.length) {
    return { t: 'adval', r: Decimal[t](...rates).toFixed() };
  }
  return { t, of: charged };
}

class Reader {
  readonly tokens: readonly DutyToken[];
  readonly form: DutyForm;
  at = 0;

  constructor(tokens: readonly DutyToken[], form: DutyForm) {
    this.tokens = tokens;
    this.form = form;
  }

  kind(ahead = 0): DutyToken['kind'] | undefined {
    return this.tokens[this.at + ahead]?.kind;
  }

  skip(...kinds: readonly DutyToken['kind'][]): boolean {
    const isNext = kinds.some((kind) => kind === this.kind());
    if (isNext) this.at += 1;
    return isNext;
  }

  /** Null if not even a floor is certain. */
  read(): Duty | null {
    let duty = this.readSum();
    if (duty !== null && this.kind() === 'or') return this.readChoice(duty);
    while (duty !== null && this.at < this.tokens.length) {
      const isAtLeast = this.kind() === 'atLeast';
      if (!this.skip('atLeast', 'atMost')) return null;
      const limit = this.readSum();
      duty = limit && limitDuty(duty, limit, isAtLeast);
    }
    return duty;
  }

  /** "5 % or 2 EUR/kg, whichever is the greater". */
  readChoice(first: Duty): Duty | null {
    this.at += 1;
    const second = this.readSum();
    const isGreater = this.kind() === 'greater';
    const isSettled = this.skip('greater', 'lesser') && this.at === this.tokens.length;
    return second && isSettled ? limitDuty(first, second, isGreater) : null;
  }

  readSum(): Duty | null {
    const parts: Duty[] = [];
    do {
      const part = this.readPart();
      if (part === null) return null;
      parts.push(part);
    } while (this.skip('plus'));
    const charged = parts.filter(({ t }) => t !== 'free');
    const [first = free, ...rest] = charged;
    return rest.length === 0 ? first : { t: 'sum', of: charged };
  }

  /** A part with words that are not understood is unread, up to the next part. */
  readPart(): Duty | null {
    const start = this.at;
    const part = this.readTerm();
    if (part && this.isAtEndOfPart()) return part;
    const words: string[] = [];
    this.at = start;
    while (!this.isAtEndOfPart()) {
      const token = this.tokens[this.at]!;
      if (token.kind === 'word') words.push(token.value);
      this.at += 1;
    }
    const text = words.join(' ');
    return this.at === start || reducing.test(text) ? null : unread(text);
  }

  isAtEndOfPart(): boolean {
    const ends: readonly (string | undefined)[] = ['plus', 'atLeast', 'atMost', 'or'];
    const kind = this.kind();
    return kind === undefined || ends.includes(kind) || kind === 'greater' || kind === 'lesser';
  }

  readTerm(): Duty | null {
    if (this.skip('free')) return free;
    const isBefore = this.kind() === 'currency';
    const before = isBefore ? this.takeText() : null;
    const amount = this.kind() === 'number' ? this.takeText() : null;
    if (amount === null) return null;
    if (before === null && this.skip('percent')) return percentage(amount);
    if (before === null && this.isAtEndOfPart()) return this.readBare(amount);
    const isCents = this.skip('cents');
    const after = this.kind() === 'currency' ? this.takeText() : null;
    if (before !== null && after !== null) return null;
    const isOwn = isCents || (this.form.bare !== undefined && this.form.bare !== 'percent');
    const currency = before ?? after ?? (isOwn ? this.form.currency : null);
    if (currency === null) return null;
    return this.readUnit(isCents ? new Decimal(amount).div(100).toFixed() : amount, currency);
  }

  readUnit(amount: string, currency: string): Duty | null {
    const isPer = this.skip('per');
    const count = isPer && this.kind() === 'number' ? this.takeText() : '1';
    const token = this.tokens[this.at];
    if (token?.kind !== 'unit') return null;
    this.at += 1;
    const per = unitOfMany(count, token.value);
    if (per === null) return null;
    return new Decimal(amount).isZero()
      ? free
      : { t: 'spec', a: new Decimal(amount).toFixed(), cur: currency, per };
  }

  /** A number alone: what it means is a habit of the publication. */
  readBare(amount: string): Duty | null {
    const { bare, currency } = this.form;
    if (bare === undefined) return null;
    if (bare === 'percent') return percentage(amount);
    return new Decimal(amount).isZero()
      ? free
      : { t: 'spec', a: new Decimal(amount).toFixed(), cur: currency, per: bare };
  }

  takeText(): string {
    const token = this.tokens[this.at]!;
    this.at += 1;
    return 'value' in token ? token.value : '';
  }
}

const percentage = (percent: string): Duty =>
  new Decimal(percent).isZero() ? free : { t: 'adval', r: new Decimal(percent).div(100).toFixed() };

/** Two limits of different kinds in this order are a clamp; a row of one kind is one list. */
function limitDuty(duty: Duty, limit: Duty, isAtLeast: boolean): Duty {
  const t = isAtLeast ? 'max' : 'min';
  if (duty.t === t) return { t, of: [...duty.of, limit] };
  if (duty.t === 'max' && duty.of.length === 2) {
    const [of, min] = duty.of;
    return { t: 'clamp', of: of!, min: min!, max: limit };
  }
  return { t, of: [duty, limit] };
}
