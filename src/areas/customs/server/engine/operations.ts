// One function for each operation: the amount of a charge, its base, its rate and its formula.
import { Decimal } from '#lib/decimal.ts';
import { chargeDuty } from './duty.ts';
import { evaluate } from './expressions.ts';
import * as quantity from './quantity.ts';
import type { Duty } from './rules/duty-schema.ts';
import type { Expression } from './rules/rule-expressions.ts';
import type { AmountOperation, OutputStep } from './rules/rule-set.ts';
import { convert, findFact, type Scope } from './scope.ts';
import { lookUp, type Row } from './tables.ts';
import { describeDuty, formatPercent } from './text/describe-duty.ts';
import { describeExpression, describeUnit } from './text/describe-expression.ts';
import { formatQuantity } from './text/format-quantity.ts';

export type Charge = {
  amount: quantity.Quantity;
  /** What the rate applies to; absent for fixed amounts. */
  base?: quantity.Quantity;
  /** As a fraction of the base, before `min` and `max` apply. */
  rate?: Decimal;
  rateText: string;
  /** Called when it is wanted: most evaluations are for a total alone. */
  formula: () => string;
  /** Why the amount is unknown, if a rule says so. */
  why?: string;
  /** The source of the rate if it is not the step's: rows of a tariff have their own. */
  source?: string;
  isOwnRate?: boolean;
};

const noFormula = () => '';

type StepWith<Op extends OutputStep['op']> = Extract<OutputStep, { op: Op }>;

/** The unrounded charge, in the rule set's currency. */
export function charge(scope: Scope, step: OutputStep): Charge {
  const own = chargeOwnRate(scope, step);
  if (own) return own;
  switch (step.op) {
    case 'rate':
      return chargeRate(scope, step);
    case 'per_unit':
      return chargePerUnit(scope, step);
    case 'fixed':
      return chargeFixed(scope, step);
    case 'greatest_of':
    case 'least_of':
      return chargeBound(scope, step);
    case 'topup':
      return chargeTopUp(scope, step);
    case 'scale':
      return chargeScale(scope, step);
    case 'tariff':
      return chargeTariff(scope, step);
    case 'unknown':
      return {
        amount: quantity.unknown(),
        rateText: 'unknown',
        formula: noFormula,
        why: step.text,
      };
  }
}

/** The user's own rate, in per cent, replaces that of the rule, and is marked as such. */
function chargeOwnRate(scope: Scope, step: OutputStep): Charge | null {
  const overriding = step.override === undefined ? undefined : findFact(scope, step.override);
  if (!(overriding instanceof Decimal) || !('base' in step) || !step.base) return null;
  const rate = overriding.div(100).toFixed();
  return { ...applyRate(evaluate(scope, step.base), quantity.exact(rate)), isOwnRate: true };
}

function applyRate(base: quantity.Quantity, rate: quantity.Quantity): Charge {
  const rateText = rate.isExact ? formatPercent(rate.floor) : 'unknown rate';
  return {
    amount: quantity.multiply([base, rate]),
    base,
    ...(rate.isExact && { rate: rate.floor }),
    rateText,
    formula: () => `${rateText} of ${formatQuantity(base)}`,
  };
}

function chargeRate(
  scope: Scope,
  {
    base,
    rate,
    min,
    max,
  }: {
    base: Expression;
    rate: Expression;
    min?: Expression | undefined;
    max?: Expression | undefined;
  },
): Charge {
  let charged = applyRate(evaluate(scope, base), evaluate(scope, rate));
  for (const [limit, bound, phrase] of [
    [min, quantity.greatest, 'not less than'],
    [max, quantity.least, 'not more than'],
  ] as const) {
    if (limit === undefined) continue;
    const value = evaluate(scope, limit);
    const amount = bound([charged.amount, value]);
    const { formula } = charged;
    charged = {
      ...charged,
      amount,
      formula: () => `${formula()}, ${phrase} ${formatQuantity(value)}`,
    };
  }
  return charged;
}

type PerUnitStep = {
  quantity: Expression;
  unit_amount: Expression;
  currency?: string | undefined;
  unit?: string | undefined;
};

function chargePerUnit(scope: Scope, step: PerUnitStep): Charge {
  const count = evaluate(scope, step.quantity);
  const each = evaluate(scope, step.unit_amount);
  const inOwn = inCurrency(scope, each, step.currency);
  const unit = step.unit ?? describeUnit(scope.run.ruleSet, step.quantity, true);
  const per = unit ? `per ${unit}` : 'each';
  const rateText = `${formatQuantity(each)} ${step.currency ?? scope.run.currency} ${per}`;
  return {
    amount: quantity.multiply([count, inOwn]),
    base: count,
    rateText,
    formula: () =>
      `${describeExpression(scope, step.quantity)} × ${formatQuantity(each)} ${step.currency ?? scope.run.currency}${formatRateFactor(scope, step.currency)}`,
  };
}

function chargeFixed(
  scope: Scope,
  step: { amount: Expression; currency?: string | undefined },
): Charge {
  const amount = evaluate(scope, step.amount);
  const currency = step.currency ?? scope.run.currency;
  const text = `${formatQuantity(amount)} ${currency}`;
  return {
    amount: inCurrency(scope, amount, step.currency),
    rateText: text,
    formula: () => `${text}${formatRateFactor(scope, step.currency)}`,
  };
}

function chargeBound(scope: Scope, step: StepWith<'greatest_of' | 'least_of'>): Charge {
  const parts = step.of.map((part) => chargeAmount(scope, part));
  const isGreatest = step.op === 'greatest_of';
  const choose = isGreatest ? quantity.greatest : quantity.least;
  const separator = isGreatest ? ', but not less than ' : ', but not more than ';
  return {
    amount: choose(parts.map(({ amount }) => amount)),
    ...(parts[0]?.base && { base: parts[0].base }),
    rateText: parts.map(({ rateText }) => rateText).join(separator),
    formula: () => parts.map(({ formula }) => formula()).join(separator),
  };
}

function chargeAmount(scope: Scope, operation: AmountOperation): Charge {
  if (operation.op === 'rate') return chargeRate(scope, operation);
  return operation.op === 'per_unit'
    ? chargePerUnit(scope, operation)
    : chargeFixed(scope, operation);
}

/** Charges up to a total rate, less the charges of earlier lines. */
function chargeTopUp(scope: Scope, step: StepWith<'topup'>): Charge {
  const whole = applyRate(evaluate(scope, step.base), evaluate(scope, step.to_rate));
  const less = quantity.add(step.less.map((part) => evaluate(scope, part)));
  const amount = quantity.greatest([quantity.zero, quantity.subtract(whole.amount, less)]);
  const rateText = `up to ${whole.rateText} in all`;
  const { base } = whole;
  return {
    amount,
    ...(base && { base }),
    rateText,
    formula: () => `${whole.formula()}, less ${formatQuantity(less)}`,
  };
}

function chargeScale(scope: Scope, step: StepWith<'scale'>): Charge {
  const base = evaluate(scope, step.of);
  const by = evaluate(scope, step.by);
  const amount = quantity.multiply([base, by]);
  return {
    amount,
    base,
    rateText: `× ${formatQuantity(by)}`,
    formula: () => `${formatQuantity(base)} × ${formatQuantity(by)}`,
  };
}

function chargeTariff(scope: Scope, step: StepWith<'tariff'>): Charge {
  const base = evaluate(scope, step.base);
  const found = lookUp(scope, step.table);
  const duty = found.row?.duty;
  if (!found.row || typeof duty !== 'object' || duty === null || Array.isArray(duty)) {
    const why = 'The tariff that comes with the calculator has no rate for this code.';
    const missing = found.row ? [] : found.missing;
    return {
      amount: quantity.unknown(missing),
      base,
      rateText: 'unknown',
      formula: noFormula,
      why,
    };
  }
  const subdivided = describeSubdivision(scope, found.row);
  if (subdivided)
    return {
      amount: quantity.unknown(),
      base,
      rateText: 'unknown',
      formula: noFormula,
      why: subdivided,
    };
  const ofTariff = chargeDuty(scope, duty as Duty, base);
  const max = step.max === undefined ? null : evaluate(scope, step.max);
  const amount = max ? quantity.least([ofTariff, max]) : ofTariff;
  const rateText = describeDuty(duty as Duty);
  const rate = findRate(duty as Duty);
  const why = 'why' in duty ? String(duty.why) : undefined;
  const source = typeof found.row.source === 'string' ? { source: found.row.source } : {};
  const bound = max ? `, not more than ${formatQuantity(max)}` : '';
  const formula = () => `${rateText} of ${formatQuantity(base)}${bound}`;
  return { amount, base, ...(rate && { rate }), rateText, formula, ...(why && { why }), ...source };
}

/**
 * Why a row does not decide the duty of the stated code: the code is of a subdivision that may have
 * another rate. `digits` of the row says at which length the row has one rate for all codes below.
 */
function describeSubdivision(scope: Scope, { hs, digits }: Row): string | null {
  const code = findFact(scope, 'hs_code');
  if (typeof hs !== 'string' || typeof code !== 'string') return null;
  const below = code.slice(hs.length, Number(digits ?? nationalDigits));
  if (!/[1-9]/.test(below)) return null;
  return `The rate of ${hs} is known, but its subdivision ${code} may have another one.`;
}

/** Duties differ down to the eighth digit; further digits are for statistics and measures. */
const nationalDigits = 8;

function findRate(duty: Duty): Decimal | null {
  if (duty.t === 'free') return new Decimal(0);
  return duty.t === 'adval' ? new Decimal(duty.r) : null;
}

/** In the rule set's currency; an unknown amount stays unknown. */
function inCurrency(
  scope: Scope,
  amount: quantity.Quantity,
  currency = scope.run.currency,
): quantity.Quantity {
  const rate = convert(scope.run, { amount: new Decimal(1), currency });
  return quantity.multiply([amount, rate]);
}

function formatRateFactor({ run }: Scope, currency: string | undefined): string {
  const used = currency && run.usedRates.get(`${currency} ${run.currency}`);
  return used ? ` × ${used.rate.toFixed()} ${run.currency}/${currency}` : '';
}
