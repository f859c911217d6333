import { formatUtcDate } from '#lib/format.ts';
import type { LineSourceWire, LineWire } from '../../wire/calculations/calculation-results.ts';

function SourceTitle({ title, url }: { title: string; url: string | null }) {
  if (!url) return title;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      {title}
    </a>
  );
}

function formatValidity({
  effective_from: from,
  effective_to: to,
  retrieved_at: read,
}: LineSourceWire) {
  const validity = [from && `from ${formatUtcDate(from)}`, to && `to ${formatUtcDate(to)}`];
  const inForce = validity.filter(Boolean).join(' ');
  return [inForce && `In force ${inForce}`, read && `Read on ${formatUtcDate(read)}`]
    .filter(Boolean)
    .join('. ');
}

function LineSource({ source }: { source: LineSourceWire }) {
  const { title, url, reference, as_of: asOf, is_old: isOld } = source;
  return (
    <li>
      <SourceTitle title={title} url={url} />
      {reference && reference !== title && <>, {reference}</>}
      <span className="block text-sm text-quiet empty:hidden">{formatValidity(source)}</span>
      {isOld && asOf && (
        <span className="block text-sm text-warning-text">
          Old: describes {formatUtcDate(asOf)}. Later changes are not in it.
        </span>
      )}
    </li>
  );
}

/** Where the rate of a line can be read, and how old it is. */
export function LineSources({
  line: { source, source_url: url, sources = [] },
}: {
  line: LineWire;
}) {
  if (sources.length === 0) return source ? <SourceTitle title={source} url={url} /> : 'None';
  return (
    <ul className="grid gap-2">
      {sources.map((one) => (
        <LineSource key={`${one.title} ${one.reference}`} source={one} />
      ))}
    </ul>
  );
}
