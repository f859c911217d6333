import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { SparkBars } from '#ui/charts/SparkBars.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Screen } from '#ui/Screen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { StaffOverviewWire } from '../../wire/overview.ts';
import { Figure } from './Figure.tsx';
import { OpenWork, type WorkActions } from './OpenWork.tsx';
import { useStaffOverview } from './queries.ts';

type Data = StaffOverviewWire;

function signupsLabel(days: NonNullable<Data['signups']>['per_day']): string {
  const counts = days.map(({ count }) => count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${total} new accounts in ${days.length} days, ${Math.max(0, ...counts)} on the best day`;
}

type Block = { title: string; link?: { to: string; words: string }; children: ReactNode };

const BlockPanel = ({ title, link, children }: Block) => (
  <Panel
    title={title}
    actions={
      link && (
        <Link to={link.to} className="link text-sm">
          {link.words}
        </Link>
      )
    }
  >
    <div className="flex flex-wrap gap-x-8 gap-y-4">{children}</div>
  </Panel>
);

type Count = { label: string; value: number; to: string; isBad?: true };

/** The counts that this role may see. */
const listCounts = ({ leads, tickets, payments, failures }: Data): Count[] => [
  ...(leads
    ? ([
        { label: 'leads awaiting reply', value: leads.due, to: '/admin/leads?status=new' },
        {
          label: 'overdue leads',
          value: leads.overdue,
          to: '/admin/leads?overdue=true',
          isBad: true,
        },
        {
          label: 'unassigned leads',
          value: leads.unassigned,
          to: '/admin/leads?status=new&assigned_to=none',
        },
      ] as const)
    : []),
  ...(tickets
    ? ([
        {
          label: 'tickets waiting for us',
          value: tickets.waiting,
          to: '/admin/tickets?status=waiting_for_admin',
        },
        {
          label: 'first replies overdue',
          value: tickets.overdue,
          to: '/admin/tickets?overdue=true',
          isBad: true,
        },
        {
          label: 'tickets waiting over a day',
          value: tickets.over_24_hours,
          to: '/admin/tickets?overdue=day',
          isBad: true,
        },
        {
          label: 'unassigned tickets',
          value: tickets.unassigned,
          to: '/admin/tickets?status=waiting_for_admin&assigned_to=none',
        },
      ] as const)
    : []),
  ...(payments
    ? ([
        {
          label: 'payments paid late',
          value: payments.late,
          to: '/admin/payments?attention=late',
          isBad: true,
        },
        {
          label: 'payments paid in part',
          value: payments.partial,
          to: '/admin/payments?attention=partial',
        },
        {
          label: 'payments stuck for a day',
          value: payments.stuck,
          to: '/admin/payments?attention=stuck',
          isBad: true,
        },
        {
          label: 'proposals awaiting approval',
          value: payments.proposals,
          to: '/admin/payments/adjustments?status=proposed',
        },
      ] as const)
    : []),
  ...(failures
    ? ([
        { label: 'failed jobs', value: failures.jobs, to: '/admin/system', isBad: true },
        {
          label: 'failed mails',
          value: failures.mails,
          to: '/admin/system/mails?status=dead',
          isBad: true,
        },
        {
          label: 'failed events',
          value: failures.webhooks,
          to: '/admin/payments/events?status=failed',
          isBad: true,
        },
      ] as const)
    : []),
];

/** Counts above zero with their lists; the others in one quiet line. */
function Counts({ counts }: { counts: readonly Count[] }) {
  const open = counts.filter(({ value }) => value > 0);
  const none = counts.filter(({ value }) => value === 0).map(({ label }) => label);
  return (
    <div>
      {open.length > 0 && (
        <div className="flex flex-wrap gap-x-10 gap-y-4">
          {open.map((count) => (
            <Figure key={count.label} {...count} />
          ))}
        </div>
      )}
      {none.length > 0 && (
        <p className={clsx('text-sm text-quiet', open.length > 0 && 'mt-4')}>
          No {none.join(', ')}.
        </p>
      )}
    </div>
  );
}

const Ledger = ({ ledger }: { ledger: NonNullable<Data['ledger']> }) => (
  <Panel
    title="Ledger"
    actions={
      <Link to="/admin/ledger" className="link text-sm">
        Trial balance
      </Link>
    }
  >
    <p className="font-medium">
      {ledger.is_sound === null && 'Not checked yet.'}
      {ledger.is_sound === true && <span className="text-success">Sound.</span>}
      {ledger.is_sound === false && <span className="text-danger">Not sound: check it now.</span>}
    </p>
    {ledger.last_checked_at && (
      <p className="mt-1 text-sm text-quiet">
        Checked <RelativeTime value={ledger.last_checked_at} />
      </p>
    )}
  </Panel>
);

const PriorityAnswers = ({ in_time, late }: NonNullable<Data['tickets']>['priority_answers']) => (
  <BlockPanel title="First answers of priority support, 30 days">
    <Figure label="in time" value={in_time} />
    <Figure label="late" value={late} isBad />
  </BlockPanel>
);

const Business = ({ tickets, ledger, signups, revenue, usage }: Data) => (
  <>
    {tickets && tickets.priority_answers.in_time + tickets.priority_answers.late > 0 && (
      <PriorityAnswers {...tickets.priority_answers} />
    )}
    {signups && (
      <BlockPanel title="Signups" link={{ to: '/admin/users', words: 'Users' }}>
        <Figure label="today" value={signups.today} />
        <Figure label="in 7 days" value={signups.week} />
        <Figure label="in 30 days" value={signups.month} />
        <SparkBars
          label={signupsLabel(signups.per_day)}
          bars={signups.per_day.map(({ day, count }) => ({ name: day, value: count }))}
        />
      </BlockPanel>
    )}
    {revenue && (
      <BlockPanel title="Received this month">
        <p className="text-sm text-quiet">
          {revenue.length === 0 && 'Nothing yet. '}Test money is left out.
        </p>
        {revenue.map(({ currency, month, month_before }) => (
          <Figure
            key={currency}
            label={`last month ${formatMoney(month_before, currency)}`}
            value={formatMoney(month, currency)}
          />
        ))}
      </BlockPanel>
    )}
    {usage && (
      <BlockPanel title="API today">
        <Figure label="metered calls" value={usage.requests_today} />
        <Figure label="server errors" value={usage.errors_today} isBad />
      </BlockPanel>
    )}
    {ledger && <Ledger ledger={ledger} />}
  </>
);

function Figures() {
  const overview = useStaffOverview();
  if (overview.isPending) return <Skeleton className="h-80 w-full" />;
  if (overview.isError)
    return (
      <LoadError
        message={errorMessage(overview.error)}
        onRetry={() => overview.refetch()}
        isRetrying={overview.isFetching}
      />
    );
  const counts = listCounts(overview.data);
  return (
    <>
      {counts.length > 0 && <Counts counts={counts} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Business {...overview.data} />
      </div>
    </>
  );
}

/** Open work and key figures. */
export default function StaffOverview({ actions }: { actions: WorkActions }) {
  return (
    <Screen title="Today">
      <div className="grid gap-8">
        <OpenWork actions={actions} />
        <Figures />
      </div>
    </Screen>
  );
}
