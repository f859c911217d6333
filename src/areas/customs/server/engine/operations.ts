// One function an operation: what a step charges, on what, at which rate, and in which words.
import { Decimal } from '#lib/decimal.ts';
import { describeDuty, percentText } from './describe-duty.ts';
import { chargeDuty } from './duty.ts';
import type { Duty } from './duty-schema.ts';
import { evaluate } from './expressions.ts';
import { groupDigits } from './group-digits.ts';
import * as quantity from './quantity.ts';
import type { AmountOperation, Expression, OutputStep } from './rule-set.ts';
import { convert, findFact, type Scope } from './scope.ts';
import { lookUp } from './tables.ts';

export type Charge = {
  amount: quantity.Quantity;
  /** What the rate is applied to; absent for fixed amounts. */
  base?: quantity.Quantity;
  /** The fraction of the base, where there is one: before its bounds, if it has such. */
  rate?: Decimal;
  rateText: string;
  formula: string;
  /** Why it can't be told, where that is a rule of its own. */
  why?: string;
  /** Where the rate comes from, when not from the step's source: a row of a tariff has its own. */
  source?: string;
  isOwnRate?: boolean;
};

type StepOf<Op extends OutputStep['op']> = Extract<OutputStep, { op: Op }>;

/** What the step charges, unrounded, in the rule set's currency. */
export function charge(scope: Scope, step: OutputStep): Charge {
  const own = ownRate(scope, step);
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
      return { amount: quantity.unknown(), rateText: 'unknown', formula: '', why: step.text };
  }
}

/** The user's own rate in per cent stands for the rule's, and is marked so. */
function ownRate(scope: Scope, step: OutputStep): Charge | null {
  const stated = step.override === undefined ? undefined : findFact(scope, step.override);
  if (!(stated instanceof Decimal) || !('base' in step)) return null;
  const rate = stated.div(100).toFixed();
  return { ...applyRate(evaluate(scope, step.base), quantity.exact(rate)), isOwnRate: true };
}

function applyRate(base: quantity.Quantity, rate: quantity.Quantity): Charge {
  const rateText = rate.isExact ? percentText(rate.floor.toFixed()) : 'unknown rate';
  return {
    amount: quantity.multiply([base, rate]),
    base,
    ...(rate.isExact && { rate: rate.floor }),
    rateText,
    formula: `${rateText} of ${say(base)}`,
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
  for (const [limit, bound, words] of [
    [min, quantity.greatest, 'not less than'],
    [max, quantity.least, 'not more than'],
  ] as const) {
    if (limit === undefined) continue;
    const value = evaluate(scope, limit);
    const amount = bound([charged.amount, value]);
    charged = { ...charged, amount, formula: `${charged.formula}, ${words} ${say(value)}` };
  }
  return charged;
}

type PerUnit = { quantity: Expression; unit_amount: Expression; currency?: string | undefined };

function chargePerUnit(scope: Scope, step: PerUnit): Charge {
  const count = evaluate(scope, step.quantity);
  const each = evaluate(scope, step.unit_amount);
  const inOwn = inCurrency(scope, each, step.currency);
  const rateText = `${say(each)} ${step.currency ?? scope.run.currency} each`;
  return {
    amount: quantity.multiply([count, inOwn]),
    base: count,
    rateText,
    formula: `${say(count)} × ${say(each)} ${step.currency ?? scope.run.currency}${saidRate(scope, step.currency)}`,
  };
}

function chargeFixed(
  scope: Scope,
  step: { amount: Expression; currency?: string | undefined },
): Charge {
  const amount = evaluate(scope, step.amount);
  const currency = step.currency ?? scope.run.currency;
  const text = `${say(amount)} ${currency}`;
  return {
    amount: inCurrency(scope, amount, step.currency),
    rateText: text,
    formula: `${text}${saidRate(scope, step.currency)}`,
  };
}

function chargeBound(scope: Scope, step: StepOf<'greatest_of' | 'least_of'>): Charge {
  const parts = step.of.map((part) => chargeAmount(scope, part));
  const isGreatest = step.op === 'greatest_of';
  const pick = isGreatest ? quantity.greatest : quantity.least;
  const words = isGreatest ? ', but not less than ' : ', but not more than ';
  return {
    amount: pick(parts.map(({ amount }) => amount)),
    ...(parts[0]?.base && { base: parts[0].base }),
    rateText: parts.map(({ rateText }) => rateText).join(words),
    formula: parts.map(({ formula }) => formula).join(words),
  };
}

function chargeAmount(scope: Scope, operation: AmountOperation): Charge {
  if (operation.op === 'rate') return chargeRate(scope, operation);
  return operation.op === 'per_unit'
    ? chargePerUnit(scope, operation)
    : chargeFixed(scope, operation);
}

/** Up to a rate in all: what earlier lines charged counts towards it. */
function chargeTopUp(scope: Scope, step: StepOf<'topup'>): Charge {
  const whole = applyRate(evaluate(scope, step.base), evaluate(scope, step.to_rate));
  const less = quantity.add(step.less.map((part) => evaluate(scope, part)));
  const amount = quantity.greatest([quantity.zero, quantity.subtract(whole.amount, less)]);
  const rateText = `up to ${whole.rateText} in all`;
  const { base } = whole;
  return {
    amount,
    ...(base && { base }),
    rateText,
    formula: `${whole.formula}, less ${say(less)}`,
  };
}

function chargeScale(scope: Scope, step: StepOf<'scale'>): Charge {
  const base = evaluate(scope, step.of);
  const by = evaluate(scope, step.by);
  const amount = quantity.multiply([base, by]);
  return { amount, base, rateText: `× ${say(by)}`, formula: `${say(base)} × ${say(by)}` };
}

function chargeTariff(scope: Scope, step: StepOf<'tariff'>): Charge {
  const base = evaluate(scope, step.base);
  const found = lookUp(scope, step.table);
  const duty = found.row?.duty;
  if (!found.row || typeof duty !== 'object' || duty === null || Array.isArray(duty)) {
    const why = 'The tariff that comes with the calculator has no rate for this code.';
    const missing = found.row ? [] : found.missing;
    return { amount: quantity.unknown(missing), base, rateText: 'unknown', formula: '', why };
  }
  const amount = chargeDuty(scope, duty as Duty, base);
  const rateText = describeDuty(duty as Duty);
  const rate = rateOf(duty as Duty);
  const why = 'why' in duty ? String(duty.why) : undefined;
  const source = typeof found.row.source === 'string' ? { source: found.row.source } : {};
  const formula = `${rateText} of ${say(base)}`;
  return { amount, base, ...(rate && { rate }), rateText, formula, ...(why && { why }), ...source };
}

function rateOf(duty: Duty): Decimal | null {
  if (duty.t === 'free') return new Decimal(0);
  return duty.t === 'adval' ? new Decimal(duty.r) : null;
}

/** Stays unknown where it is unknown; otherwise brought to the rule set's currency. */
function inCurrency(
  scope: Scope,
  amount: quantity.Quantity,
  currency = scope.run.currency,
): quantity.Quantity {
  const rate = convert(scope.run, { amount: new Decimal(1), currency });
  return quantity.multiply([amount, rate]);
}

function saidRate({ run }: Scope, currency: string | undefined): string {
  const used = currency && run.usedRates.get(`${currency} ${run.currency}`);
  return used ? ` × ${used.rate.toFixed()} ${run.currency}/${currency}` : '';
}

/** A number for a formula: `30,000`, `at least 30,000`, or `unknown`. It is computed unrounded. */
export function say(value: quantity.Quantity): string {
  if (quantity.isWhollyUnknown(value)) return 'unknown';
  const decimals = value.floor.abs().gte(1000) ? 2 : 6;
  const text = groupDigits(value.floor.toDecimalPlaces(decimals).toFixed());
  return value.isExact ? text : `at least ${text}`;
}
