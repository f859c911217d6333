// The sources of a line, how much they can be relied on that day, and warnings about old ones.
import type { LineSourceWire, LineWire } from '../../../wire/calculations/calculation-results.ts';
import type { Line } from '../../engine/lines.ts';
import type { RuleSet, RuleSource } from '../../engine/rules/rule-set.ts';
import type { Warning } from '../../engine/scope.ts';

export type SourceContext = {
  sources: ReadonlyMap<string, RuleSource>;
  /** The day of the calculation. */
  date: string;
};

export const toSourceContext = ({ sources }: RuleSet, date: string): SourceContext => ({
  sources: new Map(sources.map((source) => [source.id, source])),
  date,
});

type Confidence = NonNullable<LineWire['confidence']>;

/** Tariffs change at least once a year. */
const oldAfterMonths = 18;

/** Data that describes a day long before the calculation's: later changes are not in it. */
export const isOldSource = ({ as_of: asOf }: RuleSource, date: string): boolean =>
  asOf !== undefined && monthsBetween(asOf, date) > oldAfterMonths;

function monthsBetween(from: string, to: string): number {
  const [[year, month], [toYear, toMonth]] = [from, to].map((day) =>
    day.split('-').map(Number),
  ) as [[number, number], [number, number]];
  return (toYear - year) * 12 + toMonth - month;
}

const lowered: Record<RuleSource['confidence'], RuleSource['confidence']> = {
  high: 'medium',
  medium: 'low',
  low: 'low',
  verify: 'verify',
};

const confidenceOn = (source: RuleSource, date: string): RuleSource['confidence'] =>
  isOldSource(source, date) ? lowered[source.confidence] : source.confidence;

function toWire(source: RuleSource, date: string): LineSourceWire {
  return {
    title: source.title,
    url: source.url ?? null,
    reference: source.reference ?? null,
    retrieved_at: source.retrieved_at ?? null,
    effective_from: source.effective_from ?? null,
    effective_to: source.effective_to ?? null,
    as_of: source.as_of ?? null,
    confidence: confidenceOn(source, date),
    is_old: isOldSource(source, date),
  };
}

type SourceFields = Pick<
  LineWire,
  'source' | 'source_url' | 'effective_from' | 'confidence' | 'sources'
>;

/** Of several sources the lowest confidence; an unknown line has none. */
export function serializeSources(line: Line, { sources, date }: SourceContext): SourceFields {
  const used = line.sources.flatMap((id) => sources.get(id) ?? []);
  const isOwn = line.sources.includes('user');
  const confidences = [
    ...(isOwn ? (['own'] as const) : []),
    ...used.map((source) => confidenceOn(source, date)),
  ];
  const weakest = weakestFirst.find((one) => confidences.includes(one)) ?? null;
  const confidence = line.status === 'unknown' ? null : weakest;
  const wire = used.map((source) => toWire(source, date));
  if (line.sources.length > 1)
    return {
      ...{ source: 'by line', source_url: null, effective_from: null },
      ...{ confidence, sources: wire },
    };
  return {
    source: isOwn ? 'Your own rate' : (wire[0]?.title ?? null),
    source_url: wire[0]?.url ?? null,
    effective_from: wire[0]?.effective_from ?? null,
    confidence,
    sources: wire,
  };
}

const weakestFirst: readonly Confidence[] = ['verify', 'low', 'medium', 'own', 'high'];

/** For each old source of a charge, and for rules whose review is due on either day. */
export function listSourceWarnings(
  { review_by: reviewBy }: RuleSet,
  lines: readonly Line[],
  { sources, date }: SourceContext,
  today: string,
): Warning[] {
  const charged = lines.filter(({ status }) => status === 'known' || status === 'exempt');
  const ids = new Set(charged.flatMap((line) => line.sources));
  const old = [...ids].flatMap((id) => {
    const source = sources.get(id);
    return source && isOldSource(source, date) ? [source] : [];
  });
  const warnings = old.map(({ title, as_of: asOf }) => ({
    code: 'source_old',
    message: `“${title}” describes ${asOf}: later changes are not in the result.`,
  }));
  const latest = date > today ? date : today;
  if (latest <= reviewBy) return warnings;
  const message = `These rules should have been reviewed by ${reviewBy}: later changes may be missing.`;
  return [...warnings, { code: 'review_due', message }];
}
