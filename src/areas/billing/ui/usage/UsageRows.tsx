import { useState } from 'react';
import { Panel } from '#ui/Panel.tsx';
import { RecordPages } from '#ui/records/RecordPages.tsx';
import type { UsageGroupWire, UsageRecordWire } from '../../wire/index.ts';
import { CallDialog } from './CallDialog.tsx';
import { CallTable } from './CallTable.tsx';
import { GroupTable } from './GroupTable.tsx';
import { isGroup, isRecord, type useUsage } from './queries.ts';
import { groups, statuses, type UsageView } from './usage-filters.ts';

/** The filter for a group's records; null for a day. */
function filterOfGroup(view: UsageView, { key }: UsageGroupWire): Record<string, string> | null {
  const { group } = view.filters;
  if (group === 'api_key' && key) return { api_key: key, group: '' };
  if (group === 'endpoint' && key) return { endpoint: key.replace(/^[A-Z]+ /, ''), group: '' };
  const status = statuses.find(({ value }) => key.startsWith(value))?.value;
  return group === 'status' && status ? { status, group: '' } : null;
}

type UsageRowsProps = { view: UsageView; usage: ReturnType<typeof useUsage> };

function Rows({ view, usage }: UsageRowsProps) {
  const [opened, setOpened] = useState<UsageRecordWire>();
  const { group } = view.filters;
  const results = usage.data?.results ?? [];
  const empty = <p className="p-5 text-sm text-quiet">No requests in this period.</p>;
  // Rows of the previous grouping stay on screen until the new ones load, and have another shape.
  const isOther = results.length > 0 && isGroup(results[0]!) !== (group !== '');
  const isLoading = usage.isPending || isOther;
  if (group)
    return (
      <GroupTable
        group={group}
        rows={results.filter(isGroup)}
        isLoading={isLoading}
        empty={empty}
        {...(group !== 'day' && {
          onRowOpen: (row: UsageGroupWire) => {
            const filter = filterOfGroup(view, row);
            if (filter) view.change(filter);
          },
        })}
      />
    );
  return (
    <>
      <CallTable
        rows={results.filter(isRecord)}
        isLoading={isLoading}
        empty={empty}
        onRowOpen={setOpened}
      />
      {opened && <CallDialog row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Single requests, or groups of them; a group opens its requests. */
export function UsageRows({ view, usage }: UsageRowsProps) {
  const grouped = groups.find(({ value }) => value === view.filters.group);
  return (
    <Panel title={grouped ? `Calls by ${grouped.word}` : 'Calls'} isFlush>
      <RecordPages result={usage} view={view}>
        <Rows view={view} usage={usage} />
      </RecordPages>
    </Panel>
  );
}
