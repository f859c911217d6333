// Which of the duties that a publication has for a code is charged. Where it cannot be told, the
// duty is unknown, and at least the lowest that may apply.
import type { Duty } from '../../engine/rules/duty-schema.ts';
import { listPrefixes, withoutPadding } from '../codes/tariff-codes.ts';
import { belowMax, type StoredMeasure } from './measure-store.ts';

/** The measures that are published for a code or above it. */
export function readMeasures(measures: readonly StoredMeasure[], code: string): StoredMeasure[] {
  const beginnings = new Set(listPrefixes(code));
  return measures.filter(({ applies_to }) => beginnings.has(applies_to));
}

/** Of several levels of the tariff the lowest one. */
export function mostSpecific(measures: readonly StoredMeasure[]): StoredMeasure[] {
  const longest = Math.max(0, ...measures.map(({ applies_to }) => applies_to.length));
  return measures.filter(({ applies_to }) => applies_to.length === longest);
}

/** The same, by the parts of measures that differ in what this returns. */
export function mostSpecificBy(
  measures: readonly StoredMeasure[],
  toKey: (measure: StoredMeasure) => string,
): StoredMeasure[] {
  const groups = Map.groupBy(measures, toKey);
  return [...groups.values()].flatMap(mostSpecific);
}

/** `10-01` to `03-31` contains the turn of the year. */
export function isInSeason({ season_from: from, season_to: to }: StoredMeasure, date: string) {
  if (!from || !to) return true;
  const day = date.slice(5);
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}

const appliesTo = ({ origin, excludedOrigins }: StoredMeasure, group: string) =>
  (origin === '*' || origin === group) && !excludedOrigins.includes(group);

type Choice = {
  measures: readonly StoredMeasure[];
  kind: 'third_country' | 'general';
  code: string;
  date: string;
  /** `*` for any origin without a duty of its own. */
  origin: string;
};

/** Null if the publication has no such duty for the code. */
export function chooseDuty({ measures, kind, code, date, origin }: Choice): Duty | null {
  const possible = measures.filter(
    (measure) => measure.kind === kind && isInSeason(measure, date) && appliesTo(measure, origin),
  );
  const own = mostSpecific(readMeasures(possible, code));
  const named = own.some((measure) => measure.origin === origin)
    ? own.filter((measure) => measure.origin === origin)
    : own;
  const whole = withoutPadding(code);
  const below = possible.filter(
    ({ applies_to }) => applies_to.length > whole.length && applies_to.startsWith(whole),
  );
  const isOwnBelow = (measure: StoredMeasure) => own.includes(measure);
  const subdivided = below.filter(
    (measure) => !isOwnBelow(measure) && !code.startsWith(measure.applies_to),
  );
  if (subdivided.length > belowMax)
    return { t: 'unknown', why: `The code ${code} has too many subdivisions: state more digits.` };
  const duties = distinct([...named, ...subdivided].map(({ duty }) => duty));
  const [only] = duties;
  if (!only) return null;
  if (duties.length === 1) return only;
  const why =
    subdivided.length > 0
      ? `The subdivisions of ${code} have different duties: state more digits.`
      : `The publication has ${duties.length} duties for ${code}, by additional code or condition.`;
  return { t: 'unknown', why, floor: { t: 'min', of: duties } };
}

function distinct(duties: readonly Duty[]): Duty[] {
  const byText = new Map(duties.map((duty) => [JSON.stringify(duty), duty]));
  return [...byText.values()];
}
