// Charges the duty of a tariff line: ad valorem, specific, combined, clamped, by price band, by
// alcohol, within and over a quota, or unknown.
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
import { convert, findFact, isMoney, numberOf, type Scope } from './scope.ts';

const combines = { max: greatest, min: least, sum: add };

/** The duty on a line. `base` is the line's customs value, in the rule set's currency. */
export function chargeDuty(scope: Scope, duty: Duty, base: Quantity): Quantity {
  const chargeAll = (duties: readonly Duty[]) => duties.map((one) => chargeDuty(scope, one, base));
  switch (duty.t) {
    case 'free':
      return exact(0);
    case 'adval':
      return multiply([base, exact(duty.r)]);
    case 'spec':
      return multiply([
        quantityIn(scope, duty.per),
        convert(scope.run, { amount: new Decimal(duty.a), currency: duty.cur }),
      ]);
    case 'max':
    case 'min':
    case 'sum':
      return combines[duty.t](chargeAll(duty.of));
    case 'clamp': {
      const raised = duty.min ? greatest(chargeAll([duty.of, duty.min])) : undefined;
      const charged = raised ?? chargeDuty(scope, duty.of, base);
      return duty.max ? least([charged, chargeDuty(scope, duty.max, base)]) : charged;
    }
    case 'band':
      return chargeBand(scope, duty, base);
    case 'quota':
      return chargeQuota(scope, duty, base);
    case 'unknown': {
      if (!duty.floor) return unknown();
      const { floor, missing } = chargeDuty(scope, duty.floor, base);
      return atLeast(floor, missing);
    }
  }
}

/** Finds the band by the declared price of one unit. */
function chargeBand(
  scope: Scope,
  { cur, per, rows }: Extract<Duty, { t: 'band' }>,
  base: Quantity,
): Quantity {
  const price = findFact(scope, 'value');
  if (price === undefined || !isMoney(price)) return unknown(['value']);
  const unitPrice = divide(convert(scope.run, price, cur), quantityIn(scope, per));
  if (!unitPrice.isExact) return unknown(unitPrice.missing);
  const row = rows.find(({ upto }) => upto === undefined || unitPrice.floor.lte(upto));
  return row ? chargeDuty(scope, row.of, base) : unknown();
}

function chargeQuota(scope: Scope, duty: Extract<Duty, { t: 'quota' }>, base: Quantity): Quantity {
  const inQuota = findFact(scope, 'in_quota');
  if (typeof inQuota === 'boolean') return chargeDuty(scope, inQuota ? duty.in : duty.over, base);
  const either = least([chargeDuty(scope, duty.in, base), chargeDuty(scope, duty.over, base)]);
  return atLeast(either.floor, ['in_quota']);
}

/** The quantity of the line in a unit; unknown, naming the fact, if it is not stated. */
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
      return quantityInOwnUnit(scope, unit);
  }
}

const unitNames: Record<string, readonly string[]> = {
  item: ['pcs', 'pair', 'set'],
  pair: ['pair'],
  m2: ['m2'],
};

/** For units in which the line's own quantity is stated. */
function quantityInOwnUnit(scope: Scope, unit: string): Quantity {
  const stated = findFact(scope, 'unit');
  const isSame = typeof stated === 'string' && (unitNames[unit] ?? []).includes(stated);
  return isSame ? numberOf(scope, 'quantity') : unknown(['unit']);
}
