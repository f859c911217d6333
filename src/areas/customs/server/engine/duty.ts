// Charges the duty of a tariff line: ad valorem, specific, combined, clamped, by price band, by
// alcohol, within and over a quota, or unknown.
import { Decimal } from '#lib/decimal.ts';
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
import type { Duty, DutyBand, DutyUnit } from './rules/duty-schema.ts';
import { convert, findFact, isMoney, readNumber, type Scope } from './scope.ts';

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

/** Finds the band by the declared price, or the customs value, of one unit. */
function chargeBand(scope: Scope, { cur, per, on, rows }: DutyBand, base: Quantity): Quantity {
  const value = on === 'customs_value' ? baseIn(scope, base, cur) : priceIn(scope, cur);
  const unitValue = divide(value, quantityIn(scope, per));
  if (!unitValue.isExact) return unknown(unitValue.missing);
  const row = rows.find(
    ({ upto, below }) =>
      (upto === undefined || unitValue.floor.lte(upto)) &&
      (below === undefined || unitValue.floor.lt(below)),
  );
  return row ? chargeDuty(scope, row.of, base) : unknown();
}

function priceIn(scope: Scope, currency: string): Quantity {
  const price = findFact(scope, 'value');
  if (price === undefined || !isMoney(price)) return unknown(['value']);
  return convert(scope.run, price, currency);
}

const baseIn = ({ run }: Scope, { floor, isExact, missing }: Quantity, currency: string) =>
  isExact ? convert(run, { amount: floor, currency: run.currency }, currency) : unknown(missing);

function chargeQuota(scope: Scope, duty: Extract<Duty, { t: 'quota' }>, base: Quantity): Quantity {
  const inQuota = findFact(scope, 'in_quota');
  if (typeof inQuota === 'boolean') return chargeDuty(scope, inQuota ? duty.in : duty.over, base);
  const either = least([chargeDuty(scope, duty.in, base), chargeDuty(scope, duty.over, base)]);
  return atLeast(either.floor, ['in_quota']);
}

/** Units that are a measured fact, or several multiplied, times a factor. */
const measured: Partial<Record<DutyUnit, { facts: readonly string[]; times?: string }>> = {
  kg: { facts: ['net_weight_kg'] },
  '100kg': { facts: ['net_weight_kg'], times: '0.01' },
  g: { facts: ['net_weight_kg'], times: '1000' },
  t: { facts: ['net_weight_kg'], times: '0.001' },
  gross_kg: { facts: ['gross_weight_kg'] },
  '100kg_gross': { facts: ['gross_weight_kg'], times: '0.01' },
  l: { facts: ['volume_l'] },
  hl: { facts: ['volume_l'], times: '0.01' },
  vol_hl: { facts: ['alcohol_percent', 'volume_l'], times: '0.01' },
  l_alcohol: { facts: ['alcohol_percent', 'volume_l'], times: '0.01' },
  proof_l: { facts: ['alcohol_percent', 'volume_l'], times: '0.02' },
};

/** Units that are the line's own quantity, divided, where it is stated in one of these units. */
const counted: Partial<Record<DutyUnit, { units: readonly string[]; by?: string }>> = {
  item: { units: ['pcs', 'set'] },
  pair: { units: ['pair'] },
  dozen: { units: ['pcs', 'set'], by: '12' },
  dozen_pairs: { units: ['pair'], by: '12' },
  '1000_items': { units: ['pcs', 'set'], by: '1000' },
  m2: { units: ['m2'] },
  m: { units: ['m'] },
};

/** The quantity of the line in a unit; unknown, naming the fact, if it is not stated. */
function quantityIn(scope: Scope, unit: DutyUnit): Quantity {
  const measure = measured[unit];
  if (measure) {
    const factor = measure.times === undefined ? [] : [exact(measure.times)];
    return multiply([...measure.facts.map((fact) => readNumber(scope, fact)), ...factor]);
  }
  const count = counted[unit];
  const unitFact = findFact(scope, 'unit');
  if (!count || typeof unitFact !== 'string' || !count.units.includes(unitFact)) {
    return unknown(['unit']);
  }
  const quantity = readNumber(scope, 'quantity');
  return count.by === undefined ? quantity : divide(quantity, exact(count.by));
}
