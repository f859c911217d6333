import { dayMs } from '#lib/durations.ts';
import { formatCount, formatDate } from '#lib/format.ts';
import type { ApiKeyWire } from '../../wire/index.ts';

const cell = 'border-b border-line py-1.5';

/** The bars as a table, today first. Days are counted in UTC. */
export function KeyDays({ apiKey }: { apiKey: ApiKeyWire }) {
  const rows = apiKey.daily_requests.toReversed().map((count, ago) => {
    const day = new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
    return { day, count };
  });
  return (
    <details className="mt-3">
      <summary className="link w-fit text-sm">Show as a table</summary>
      <table className="mt-3 w-full text-sm tabular-nums">
        <caption className="sr-only">Requests by day in UTC</caption>
        <thead>
          <tr className="text-quiet">
            <th scope="col" className={`${cell} text-left font-medium`}>
              Day
            </th>
            <th scope="col" className={`${cell} text-right font-medium`}>
              Requests
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row" className={`${cell} text-left font-normal`}>
                {formatDate(`${day}T12:00:00Z`)}
              </th>
              <td className={`${cell} text-right`}>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
