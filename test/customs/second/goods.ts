// A consignment of goods as the tests state it, and duties of the starter table.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, decimal, least, most, need, unknown, zero } from './assessment.ts';
import {
  type Carriage,
  freeOnBoard,
  inOwn,
  onward,
  type Worth,
  withCarriage,
} from './customs-value.ts';
import starterTariff from './starter-tariff.json' with { type: 'json' };

export type ItemFacts = {
  hs_code: string;
  value: string;
  quantity: string;
  unit?: string;
  origin_country?: string;
  origin_proof?: boolean;
  net_weight_kg?: string;
  volume_l?: string;
  duty_rate_percent?: string;
  vat_rate_percent?: string;
  excise_rate_percent?: string;
};
export type GoodsFacts = Carriage & {
  currency: string;
  mode?: string;
  origin_country?: string;
  origin_proof?: boolean;
  shipped_from?: string;
  shipment_type?: string;
  importer?: string;
  ioss?: boolean;
  items: ItemFacts[];
};

/** One line of a consignment; what concerns the whole is divided by value. */
export class GoodsLine {
  readonly facts: ItemFacts;
  readonly goods: Goods;

  constructor(facts: ItemFacts, goods: Goods) {
    this.facts = facts;
    this.goods = goods;
  }

  get code(): string {
    return this.facts.hs_code.replace(/\D/g, '');
  }
  get origin(): string | undefined {
    return this.facts.origin_country ?? this.goods.facts.origin_country;
  }
  get hasProof(): boolean {
    return this.facts.origin_proof ?? this.goods.facts.origin_proof ?? false;
  }
  get price(): Decimal {
    const { currency } = this.goods.facts;
    return inOwn({ amount: this.facts.value, currency }, this.goods.worth);
  }
  get cif(): Decimal {
    return this.computeShare(withCarriage(this.goods.price, this.goods.facts, this.goods.worth));
  }
  get fob(): Decimal {
    return this.computeShare(freeOnBoard(this.goods.price, this.goods.facts, this.goods.worth));
  }
  get onward(): Decimal {
    return this.computeShare(onward(this.goods.facts, this.goods.worth));
  }
  get ownDutyPercent() {
    return this.facts.duty_rate_percent;
  }
  get ownVatPercent() {
    return this.facts.vat_rate_percent;
  }

  private computeShare(whole: Decimal): Decimal {
    const total = this.goods.price;
    if (total.isZero()) return whole.div(this.goods.lines.length);
    return whole.times(this.price).div(total);
  }
}

export class Goods {
  readonly facts: GoodsFacts;
  readonly date: string;
  readonly worth: Worth;
  readonly lines: readonly GoodsLine[];

  constructor(facts: GoodsFacts, date: string, worth: Worth) {
    this.facts = facts;
    this.date = date;
    this.worth = worth;
    this.lines = facts.items.map((item) => new GoodsLine(item, this));
  }

  get price(): Decimal {
    return this.lines.reduce((sum, { price }) => sum.plus(price), zero);
  }

  total(of: (line: GoodsLine) => Decimal): () => Decimal {
    return () => this.lines.reduce((sum, line) => sum.plus(of(line)), zero);
  }

  /** The charges of each line, rounded there, then summed. */
  assessLines(assess: (result: Assessment, line: GoodsLine) => Assessment): Assessment {
    const sums = new Assessment();
    const each = this.lines.map((line) => assess(new Assessment(), line).lines);
    for (const code of new Set(each.flatMap((lines) => Object.keys(lines))))
      sums.charge(code, () =>
        each.reduce((sum, lines) => {
          const one = lines[code];
          return one === 'unknown' ? unknown() : sum.plus(one ?? 0);
        }, zero),
      );
    return sums;
  }
}

export type Column = 'US' | 'EU' | 'GB' | 'CA' | 'EAEU';

export const codesOfUnitedStates = starterTariff.map(({ code }) => code);
export const starterCodes = codesOfUnitedStates.map((code) => code.slice(0, 6));
const rowsByCode = new Map(starterTariff.map((row) => [row.code.slice(0, 6), row]));

const number = String.raw`([\d.]+)`;
const adValorem = new RegExp(`^${number}%`);
const units = 'kg|pair|L|liter|item|100 kg';
const specific = new RegExp(`^${number} ?(€|¢|EUR|GBP) ?/ ?(${units})$`, 'i');

const isCodeOfRow = (column: Column, code: string, row: string) =>
  column === 'US' ? code.slice(0, 8) === row : code.length >= 6 && /^0*$/.test(code.slice(6, 8));

/** The rate of a line by its 6 digits, in the United States by 8: those of others may differ. */
export function dutyByTable(column: Column, line: GoodsLine, value: Decimal): Decimal {
  const { code } = line;
  const row = rowsByCode.get(code.slice(0, 6));
  if (!row || !isCodeOfRow(column, code, row.code)) return unknown();
  return applyRate(need(row[column] ?? undefined), line, value);
}

function applyRate(rate: string, line: GoodsLine, value: Decimal): Decimal {
  if (/^(Free|0)$/.test(rate)) return zero;
  if (/^[\d.]+%$/.test(rate)) return value.times(adValorem.exec(rate)![1]!).div(100);
  const bounded = /^(\S+) MIN (.+?)(?: MAX (.+))?$/i.exec(rate);
  if (bounded) {
    const [, share, from, to] = bounded;
    const atLeast = most(applyRate(share!, line, value), applyRate(from!, line, value));
    return to ? least(atLeast, applyRate(to, line, value)) : atLeast;
  }
  const both = /^([^+]+?) ?\+ ?([^+]+)$/.exec(rate);
  if (both && !/EA|strap/.test(rate))
    return applyRate(both[1]!, line, value).plus(applyRate(both[2]!, line, value));
  return applySpecific(rate, line);
}

const currencies: Record<string, string> = { '€': 'EUR', '¢': 'USD', eur: 'EUR', gbp: 'GBP' };

function applySpecific(rate: string, line: GoodsLine): Decimal {
  const [, amount, sign, unit] = specific.exec(rate) ?? unknown();
  const currency = currencies[sign!.toLowerCase()]!;
  const whole = sign === '¢' ? decimal(amount!).div(100) : decimal(amount!);
  return inOwn({ amount: whole.toFixed(), currency }, line.goods.worth).times(
    quantityIn(unit!.toLowerCase(), line),
  );
}

function quantityIn(unit: string, { facts }: GoodsLine): Decimal {
  const { quantity, unit: counted, net_weight_kg: weight, volume_l: volume } = facts;
  if (unit === 'kg' || unit === '100 kg') {
    const kilograms = decimal(need(weight ?? (counted === 'kg' ? quantity : undefined)));
    return unit === 'kg' ? kilograms : kilograms.div(100);
  }
  if (unit === 'l' || unit === 'liter')
    return decimal(need(volume ?? (counted === 'l' ? quantity : undefined)));
  const isCounted = unit === 'pair' ? counted === 'pair' : ['pcs', 'set'].includes(counted ?? '');
  return isCounted ? decimal(quantity) : unknown();
}
