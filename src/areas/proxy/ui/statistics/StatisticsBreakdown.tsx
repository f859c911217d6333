import { formatCount, formatCountry } from '#lib/format.ts';
import type { ProxyStatisticsWire } from '../../wire/index.ts';

type Line = { name: string; count: number };

const linesMax = 5;

const toLines = (counts: Record<string, number>, formatName = (key: string) => key): Line[] =>
  Object.entries(counts)
    .map(([key, count]) => ({ name: formatName(key), count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, linesMax);

const Part = ({ title, lines }: { title: string; lines: readonly Line[] }) =>
  lines.length > 0 && (
    <section>
      <h3 className="text-base">{title}</h3>
      <dl className="mt-2 divide-y divide-line text-sm">
        {lines.map(({ name, count }) => (
          <div key={`${name} ${count}`} className="flex justify-between gap-4 py-2">
            <dt className="wrap-anywhere">{name}</dt>
            <dd className="text-right font-mono tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );

/** Responses, exit countries and most blocked proxies. */
export const StatisticsBreakdown = ({ statistics }: { statistics: ProxyStatisticsWire }) => (
  <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
    <Part
      title="Responses"
      lines={toLines(statistics.status_codes, (status) => `HTTP ${status}`)}
    />
    <Part title="Exit countries" lines={toLines(statistics.countries_used, formatCountry)} />
    <Part
      title="Most blocked"
      lines={statistics.top_blocked
        .slice(0, linesMax)
        .map(({ proxy, count }) => ({ name: proxy, count }))}
    />
  </div>
);
