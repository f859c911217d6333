import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { useTopErrors } from './queries.ts';
import { toUsageQuery, type UsageView } from './usage-filters.ts';

/** The most frequent errors of the chosen calls, each with its calls and its explanation. */
export function TopErrors({ filters, change }: UsageView) {
  const errors = useTopErrors(toUsageQuery({ ...filters, group: '', error_code: '' })).data ?? [];
  if (errors.length === 0) return null;
  return (
    <Panel title="Top errors" isFlush>
      <ul className="divide-y divide-line">
        {errors.map(({ key: code, requests }) => (
          <li key={code} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
            <a
              href={`/docs/errors/${code}`}
              className="link min-w-0 font-mono text-xs wrap-anywhere"
            >
              {code}
            </a>
            <span className="ml-auto text-sm tabular-nums">{formatCount(requests)}</span>
            <Button
              size="small"
              variant="quiet"
              onClick={() => change({ error_code: code, group: '' })}
            >
              {`Show calls with ${code}`}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
