// The duties that TARIC prints as conditions: `Cond: V 52.600 EUR/DTN(01):12.000 % ; V ...`. The
// letter is the kind of condition: V is the entry price, at or above which the rate applies.
import { Decimal } from '#lib/decimal.ts';
import type { Duty } from '../../../engine/rules/duty-schema.ts';
import { findUnit } from './duty-vocabulary.ts';

const price = /^V ([\d,]+\.?\d*) ([A-Z]{3})\/([A-Z]{3})\(01\):(.+)$/;
const certificate = /^[A-Z](?: cert:? [A-Z]-?\w{3})? ?\(01\):(.+)$/;

type Step = { from: string; currency: string; unit: string; of: Duty };

/** Null if the text is not in conditions. */
export function parseConditionalDuty(text: string, parse: (part: string) => Duty): Duty | null {
  const conditions = /^Cond: ?(.+)$/.exec(text)?.[1];
  if (conditions === undefined) return null;
  const parts = conditions
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return readEntryPrices(parts, parse) ?? readCertificates(parts, parse, text);
}

/** From the highest price to zero; the lowest applies to every lower price. */
function readEntryPrices(parts: readonly string[], parse: (part: string) => Duty): Duty | null {
  const steps = parts.map((part) => readStep(part, parse));
  if (steps.some((step) => step === null)) return null;
  const sorted = (steps as Step[]).toReversed();
  const [lowest] = sorted;
  const unit = lowest && findUnit(lowest.unit, 0);
  if (!lowest || !unit || !new Decimal(lowest.from).isZero()) return null;
  const isRising = sorted.every(
    ({ from, currency, unit: per, of }, at) =>
      currency === lowest.currency &&
      per === lowest.unit &&
      of.t !== 'unknown' &&
      (at === 0 || new Decimal(from).gt(sorted[at - 1]!.from)),
  );
  if (!isRising) return null;
  const rows = sorted.map(({ of }, at) => {
    const next = sorted[at + 1];
    return { ...(next && { below: new Decimal(next.from).toFixed() }), of };
  });
  return { t: 'band', cur: lowest.currency, per: unit.value, on: 'customs_value', rows };
}

function readStep(part: string, parse: (part: string) => Duty): Step | null {
  const [, from, currency, unit, duty] = price.exec(part) ?? [];
  if (!from || !currency || !unit || !duty) return null;
  return { from: from.replaceAll(',', ''), currency, unit, of: parse(duty) };
}

/** One of several rates, by documents that are not known here: at least the lowest of them. */
function readCertificates(
  parts: readonly string[],
  parse: (part: string) => Duty,
  text: string,
): Duty {
  const why = `Depends on conditions: ${text.slice(0, 200)}`;
  const rates = parts.map((part) => {
    const rate = certificate.exec(part)?.[1];
    return rate === undefined ? null : parse(rate);
  });
  const read = rates.filter((rate) => rate !== null && rate.t === 'adval');
  if (read.length === 0 || read.length < rates.length) return { t: 'unknown', why };
  const lowest = Decimal.min(...read.map(({ r }) => r)).toFixed();
  return { t: 'unknown', why, floor: { t: 'adval', r: lowest } };
}
