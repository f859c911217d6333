// A tariff line's duty, in all the structures that tariffs have: ad valorem, specific, combined,
// clamped, by price band, by alcohol, in and over a quota, and what can't be computed.
import { Decimal } from '#lib/decimal.ts';
import type { Duty, DutyUnit } from './duty-schema.ts';
import {
  add,
  atLeast,
  divide,
  exact,
  greatest,
  least,
  multiply,
  type Quantity,
  unknown,
} from './quantity.ts';
import { convert, findFact, numberOf, type Scope } from './scope.ts';

export type Charged = { amount: Quantity; rateText: string; why?: string };

/** The duty on a line. `base` is the line's customs value, in the rule set's currency. */
export function chargeDuty(scope: Scope, duty: Duty, base: Quantity): Charged {
  switch (duty.t) {
    case 'free':
      return { amount: exact(0), rateText: 'free' };
    case 'adval':
      return { amount: multiply([base, exact(duty.r)]), rateText: percentText(duty.r) };
    case 'spec':
      return chargeSpecific(scope, duty);
    case 'max':
    case 'min':
    case 'sum':
      return combine(
        duty.t,
        duty.of.map((part) => chargeDuty(scope, part, base)),
      );
    case 'clamp':
      return clamp(scope, duty, base);
    case 'band':
      return chargeBand(scope, duty, base);
    case 'quota':
      return chargeQuota(scope, duty, base);
    case 'unknown':
      return chargeUnknown(scope, duty, base);
  }
}

export const percentText = (fraction: string): string =>
  `${new Decimal(fraction).times(100).toFixed()} %`;

function chargeSpecific(scope: Scope, { a, cur, per }: Extract<Duty, { t: 'spec' }>): Charged {
  const inOwn = convert(scope.run, { amount: new Decimal(a), currency: cur });
  const amount = multiply([quantityIn(scope, per), inOwn]);
  return { amount, rateText: `${a} ${cur}/${unitText[per]}` };
}

const joins = { max: ' or, if more, ', min: ' or, if less, ', sum: ' + ' };
const combines = { max: greatest, min: least, sum: add };

function combine(kind: 'max' | 'min' | 'sum', parts: readonly Charged[]): Charged {
  const amount = combines[kind](parts.map((part) => part.amount));
  return { amount, rateText: parts.map(({ rateText }) => rateText).join(joins[kind]) };
}

function clamp(scope: Scope, duty: Extract<Duty, { t: 'clamp' }>, base: Quantity): Charged {
  let charged = chargeDuty(scope, duty.of, base);
  for (const [limit, kind, word] of [
    [duty.min, greatest, 'min'],
    [duty.max, least, 'max'],
  ] as const) {
    if (!limit) continue;
    const bound = chargeDuty(scope, limit, base);
    charged = {
      amount: kind([charged.amount, bound.amount]),
      rateText: `${charged.rateText} ${word} ${bound.rateText}`,
    };
  }
  return charged;
}

/** The band is found by the declared price of one unit. */
function chargeBand(
  scope: Scope,
  { cur, per, rows }: Extract<Duty, { t: 'band' }>,
  base: Quantity,
): Charged {
  const price = findFact(scope, 'value');
  const units = quantityIn(scope, per);
  const value =
    typeof price === 'object' && !(price instanceof Decimal)
      ? convert(scope.run, price, cur)
      : unknown(['value']);
  const unitPrice = divide(value, units);
  if (!unitPrice.isExact)
    return { amount: unknown(unitPrice.missing), rateText: `by price per ${unitText[per]}` };
  const row = rows.find(({ upto }) => upto === undefined || unitPrice.floor.lte(upto));
  return row
    ? chargeDuty(scope, row.of, base)
    : { amount: unknown(), rateText: 'no band for this price' };
}

function chargeQuota(scope: Scope, duty: Extract<Duty, { t: 'quota' }>, base: Quantity): Charged {
  const inQuota = findFact(scope, 'in_quota');
  if (typeof inQuota === 'boolean') return chargeDuty(scope, inQuota ? duty.in : duty.over, base);
  const [within, over] = [duty.in, duty.over].map((one) => chargeDuty(scope, one, base));
  const floor = least([within!.amount, over!.amount]).floor;
  const rateText = `${within!.rateText} within the quota, ${over!.rateText} over it`;
  return { amount: atLeast(floor, ['in_quota']), rateText };
}

function chargeUnknown(
  scope: Scope,
  { why, floor }: Extract<Duty, { t: 'unknown' }>,
  base: Quantity,
): Charged {
  if (!floor) return { amount: unknown(), rateText: 'unknown', why };
  const known = chargeDuty(scope, floor, base);
  const amount = atLeast(known.amount.floor, known.amount.missing);
  return { amount, rateText: `at least ${known.rateText}`, why };
}

const unitText: Record<DutyUnit, string> = {
  kg: 'kg',
  '100kg': '100 kg',
  gross_kg: 'kg gross',
  l: 'l',
  hl: 'hl',
  vol_hl: '% vol/hl',
  item: 'item',
  pair: 'pair',
  m2: 'm²',
};

/** How many of the unit the line has; unknown, naming the fact, when nobody stated it. */
function quantityIn(scope: Scope, unit: DutyUnit): Quantity {
  const hundredth = exact('0.01');
  switch (unit) {
    case 'kg':
      return numberOf(scope, 'net_weight_kg');
    case '100kg':
      return multiply([numberOf(scope, 'net_weight_kg'), hundredth]);
    case 'gross_kg':
      return numberOf(scope, 'gross_weight_kg');
    case 'l':
      return numberOf(scope, 'volume_l');
    case 'hl':
      return multiply([numberOf(scope, 'volume_l'), hundredth]);
    case 'vol_hl':
      return multiply([numberOf(scope, 'alcohol_percent'), numberOf(scope, 'volume_l'), hundredth]);
    default:
      return countedIn(scope, unit);
  }
}

const unitNames: Record<string, readonly string[]> = {
  item: ['pcs', 'item', 'pair', 'set'],
  pair: ['pair'],
  m2: ['m2'],
};

/** Units that the line's own quantity is stated in. */
function countedIn(scope: Scope, unit: string): Quantity {
  const stated = findFact(scope, 'unit');
  const isSame = typeof stated === 'string' && (unitNames[unit] ?? []).includes(stated);
  return isSame ? numberOf(scope, 'quantity') : unknown(['unit']);
}
