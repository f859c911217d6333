// Whether two results of the same facts differ enough to tell, and the difference in words.
import { Decimal } from '#lib/decimal.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { LineWire, ResultWire } from '../../wire/calculations/calculation-results.ts';

/** A result, or why there is none. */
export type ResultOrRefusal =
  | { status: ResultWire['status']; result: ResultWire }
  | { status: 'unavailable'; message: string };

/** Of the earlier total: smaller differences are not told. */
const shareMin = 0.005;

export function isDifferent(before: ResultOrRefusal, after: ResultOrRefusal): boolean {
  if (before.status !== after.status) return true;
  if (before.status === 'unavailable' || after.status === 'unavailable') return false;
  if (before.result.currency !== after.result.currency) return true;
  const [old, now] = [before, after].map(({ result }) => new Decimal(result.total_payments));
  const difference = now!.minus(old!).abs();
  return difference.gt(0) && difference.gte(old!.times(shareMin));
}

/** One sentence without names: `Became €1,240.00 dearer because Customs duty: 10 % → 12 %.` */
export function describeChange(before: ResultOrRefusal, after: ResultOrRefusal): string {
  if (after.status === 'unavailable') return `Cannot be calculated any more: ${after.message}`;
  if (before.status === 'unavailable')
    return `Can be calculated again: ${formatTotal(after.result)}.`;
  const [old, now] = [before.result, after.result];
  if (old.currency !== now.currency)
    return `Is charged in ${now.currency} now: it was ${formatTotal(old)} and is ${formatTotal(now)}.`;
  const causes = [...listStatusCauses(old, now), ...listCauses(old, now)];
  const firstCauses = causes.slice(0, causesMax);
  const more = causes.length > causesMax ? `; and ${causes.length - causesMax} more` : '';
  return `${describeTotal(old, now)}${firstCauses.length > 0 ? ` because ${firstCauses.join('; ')}${more}` : ''}.`;
}

const causesMax = 4;

const formatTotal = ({
  total_payments: total,
  total_is_minimum: isMinimum,
  currency,
}: ResultWire) => `${isMinimum ? 'at least ' : ''}${formatMoney(total, currency)}`;

function describeTotal(old: ResultWire, now: ResultWire): string {
  const difference = new Decimal(now.total_payments).minus(old.total_payments);
  if (difference.isZero()) return 'Has the same total';
  const amount = formatMoney(difference.abs().toFixed(), now.currency);
  return `Became ${amount} ${difference.gt(0) ? 'dearer' : 'cheaper'}`;
}

const statusCauses: Record<ResultWire['status'], string> = {
  complete: 'all of it is known now',
  range: 'a question is open now',
  partial: 'a part of it is unknown now',
};

function listStatusCauses(old: ResultWire, now: ResultWire): string[] {
  if (old.status === now.status) return [];
  return [statusCauses[now.status]];
}

type Pair = { old: LineWire | undefined; now: LineWire | undefined };

/** Lines that are part of the total, the largest difference first. */
function listPairs(before: ResultWire, after: ResultWire): Pair[] {
  const find = ({ breakdown }: ResultWire, code: string) =>
    breakdown.find((line) => line.code === code && !line.is_optional && line.status !== 'notice');
  const codes = new Set([...before.breakdown, ...after.breakdown].map(({ code }) => code));
  const weighPair = ({ old, now }: Pair) =>
    new Decimal(now?.amount ?? 0).minus(old?.amount ?? 0).abs();
  return [...codes]
    .map((code) => ({ old: find(before, code), now: find(after, code) }))
    .filter(({ old, now }) => old !== undefined || now !== undefined)
    .toSorted((one, other) => weighPair(other).comparedTo(weighPair(one)));
}

/** What the rules changed comes first; amounts that only follow from it are left out. */
function listCauses(before: ResultWire, after: ResultWire): string[] {
  const pairs = listPairs(before, after);
  const causes = [...pairs.flatMap(describeRule), ...describeRates(before, after)];
  return causes.length > 0 ? causes : pairs.flatMap(describeAmount);
}

function describeRule({ old, now }: Pair): string[] {
  if (!old) return now?.amount === '0' ? [] : [`${now!.label} is new`];
  if (!now) return [`${old.label} is no longer charged`];
  if (old.rate_text !== now.rate_text)
    return [`${now.label}: ${old.rate_text || 'none'} → ${now.rate_text || 'none'}`];
  if (old.status === now.status) return [];
  if (now.status === 'unknown') return [`${now.label} is unknown now`];
  if (now.status === 'exempt') return [`${now.label} is exempt now`];
  return [old.status === 'exempt' ? `${now.label} is not exempt now` : `${now.label} is known now`];
}

const describeAmount = ({ old, now }: Pair): string[] =>
  old?.amount && now?.amount && old.amount !== now.amount
    ? [
        `${now.label}: ${formatMoney(old.amount, old.currency)} → ${formatMoney(now.amount, now.currency)}`,
      ]
    : [];

const rateDigits = 6;

function describeRates(before: ResultWire, after: ResultWire): string[] {
  const say = (rate: string) => new Decimal(rate).toSignificantDigits(rateDigits).toFixed();
  return after.exchange_rates.flatMap(({ from, to, rate }) => {
    const old = before.exchange_rates.find((one) => one.from === from && one.to === to);
    if (!old || say(old.rate) === say(rate)) return [];
    return [`1 ${from}: ${say(old.rate)} → ${say(rate)} ${to}`];
  });
}
