import { useState } from 'react';
import { formatCount, formatUtcDate } from '#lib/format.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import { historyDays } from '../../wire/status.constants.ts';
import type { StatusComponentWire } from '../../wire/status.ts';
import { DayBars, DayBarsLegend } from './DayBars.tsx';
import { describeMinutes, fillHistory, type HistoryDay } from './history-days.ts';
import { StateBadge } from './StateBadge.tsx';

const columns: readonly Column<HistoryDay>[] = [
  { key: 'day', header: 'Day', cell: ({ day }) => formatUtcDate(new Date(day)), width: '9rem' },
  { key: 'found', header: 'What the checks found', cell: describeMinutes },
];

/** Its rows are made when it is opened: they are 90 for each component. */
function DayTable({ title, days }: { title: string; days: readonly HistoryDay[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link w-fit text-sm">
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      {isOpen && (
        <div className="mt-3">
          <Table
            caption={`${title}, by day in UTC`}
            columns={columns}
            rows={days.toReversed()}
            rowKey={({ day }) => day}
            maxHeight="18rem"
          />
        </div>
      )}
    </details>
  );
}

function describeDays(title: string, days: readonly HistoryDay[]): string {
  const count = (state: HistoryDay['state']) => days.filter((day) => day.state === state).length;
  return [
    `${title}, the last ${historyDays} days:`,
    `${formatCount(count('up'), 'day')} without disturbance,`,
    `${count('degraded')} disrupted, ${count('down')} with a time down,`,
    `${count('unmeasured')} without data`,
  ].join(' ');
}

type ComponentProps = { component: StatusComponentWire; checkedAt: Date };

function Component({ component, checkedAt }: ComponentProps) {
  const { name, title, state, switched_off: off, uptime_percent: uptime } = component;
  const days = fillHistory(component.days, checkedAt);
  return (
    <li id={name} className="border-t border-line py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="text-lg">{title}</h3>
        <StateBadge state={state} />
      </div>
      {off && (
        <p className="mt-1 max-w-measure text-sm wrap-anywhere">
          We have switched it off for now. {off.notice}
        </p>
      )}
      <DayBars label={describeDays(title, days)} days={days} className="mt-4" />
      <p className="mt-2 flex justify-between gap-4 text-xs text-quiet">
        <span>{historyDays} days ago</span>
        <span className="tabular-nums">
          {uptime === null ? 'No data yet' : `${uptime} % uptime`}
        </span>
        <span>Today</span>
      </p>
      <DayTable title={title} days={days} />
    </li>
  );
}

type ComponentListProps = { components: readonly StatusComponentWire[]; checkedAt: string };

export const ComponentList = ({ components, checkedAt }: ComponentListProps) => (
  <section aria-label="Components">
    <DayBarsLegend />
    <ul className="mt-4 border-b border-line">
      {components.map((component) => (
        <Component key={component.name} component={component} checkedAt={new Date(checkedAt)} />
      ))}
    </ul>
  </section>
);
