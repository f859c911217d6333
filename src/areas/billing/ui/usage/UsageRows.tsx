import { useState } from 'react';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordPages } from '#ui/records/RecordPages.tsx';
import type { UsageGroupWire, UsageRecordWire } from '../../wire/index.ts';
import { AskAboutCall } from './AskAboutCall.tsx';
import { CallDialog } from './CallDialog.tsx';
import { CallTable } from './CallTable.tsx';
import { GroupTable } from './GroupTable.tsx';
import { isGroup, isRecord, type useUsage } from './queries.ts';
import { groups, statuses, type UsageView } from './usage-filters.ts';

/** The filter for a group's records; null for a day. */
function filterOfGroup(view: UsageView, { key }: UsageGroupWire): Record<string, string> | null {
  const { group } = view.filters;
  if (group === 'error_code') return { error_code: key, group: '' };
  if (group === 'api_key' && key) return { api_key: key, group: '' };
  if (group === 'endpoint' && key) return { endpoint: key.replace(/^[A-Z]+ /, ''), group: '' };
  const status = statuses.find(({ value }) => key.startsWith(value))?.value;
  return group === 'status' && status ? { status, group: '' } : null;
}

type RowsProps = { view: UsageView; usage: ReturnType<typeof useUsage> };

function Rows({ view, usage }: RowsProps) {
  const [opened, setOpened] = useState<UsageRecordWire>();
  const [closed, setClosed] = useState('');
  const { group, request } = view.filters;
  const results = usage.data?.results ?? [];
  const empty = (
    <p className="p-5 text-sm text-quiet">
      {request
        ? 'No call of the last 90 days has this request ID. A call appears within a second.'
        : 'No requests in this period.'}
    </p>
  );
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
  const calls = results.filter(isRecord);
  // A call whose request id is in the URL is opened once.
  const requested = calls.find(({ request_id: id }) => id === request && id !== closed);
  const current = opened ?? requested;
  function close() {
    setOpened(undefined);
    setClosed(request);
  }
  return (
    <>
      <CallTable rows={calls} isLoading={isLoading} empty={empty} onRowOpen={setOpened} />
      {current && (
        <CallDialog row={current} onClose={close} actions={<AskAboutCall row={current} />} />
      )}
    </>
  );
}

type UsageRowsProps = RowsProps & {
  /** Follows new calls; undefined where they would not be seen. */
  live: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
};

/** Single requests, or groups of them; a group opens its requests. */
export function UsageRows({ live, ...rows }: UsageRowsProps) {
  const { view, usage } = rows;
  const grouped = groups.find(({ value }) => value === view.filters.group);
  return (
    <Panel
      title={grouped ? `Calls by ${grouped.word}` : 'Calls'}
      isFlush
      actions={
        live && (
          <Checkbox
            label="Live"
            checked={live.isOn}
            onChange={({ target }) => live.onChange(target.checked)}
          />
        )
      }
    >
      <RecordPages result={usage} view={view} keepsDataOnError={live?.isOn}>
        <Rows {...rows} />
      </RecordPages>
    </Panel>
  );
}
