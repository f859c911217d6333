import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { StaffOverviewWire } from '../contract.ts';
import { Figure } from './Figure.tsx';
import { useStaffOverview } from './queries.ts';
import { SignupBars } from './SignupBars.tsx';

type Data = StaffOverviewWire;
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

/** Each block stands when there is something to read for this role. */
const Waiting = ({ leads, tickets, payments, failures }: Data) => (
  <>
    {leads && (
      <BlockPanel title="Leads" link={{ to: '/admin/leads?status=new', words: 'New leads' }}>
        <Figure label="await an answer" value={leads.due} to="/admin/leads?status=new" />
        <Figure label="overdue" value={leads.overdue} isBad to="/admin/leads?overdue=true" />
        <Figure
          label="nobody’s task"
          value={leads.unassigned}
          to="/admin/leads?status=new&assigned_to=none"
        />
      </BlockPanel>
    )}
    {tickets && (
      <BlockPanel title="Tickets" link={{ to: '/admin/tickets', words: 'Inbox' }}>
        <Figure
          label="wait for us"
          value={tickets.waiting}
          to="/admin/tickets?status=waiting_for_admin"
        />
        <Figure
          label="first answer late"
          value={tickets.overdue}
          isBad
          to="/admin/tickets?overdue=true"
        />
        <Figure
          label="waiting over a day"
          value={tickets.over_24_hours}
          isBad
          to="/admin/tickets?overdue=day"
        />
        <Figure
          label="nobody’s task"
          value={tickets.unassigned}
          to="/admin/tickets?status=waiting_for_admin&assigned_to=none"
        />
      </BlockPanel>
    )}
    {payments && (
      <BlockPanel title="Payments" link={{ to: '/admin/payments', words: 'Review' }}>
        <Figure label="came late" value={payments.late} to="/admin/payments?attention=late" isBad />
        <Figure
          label="came in part"
          value={payments.partial}
          to="/admin/payments?attention=partial"
        />
        <Figure
          label="stuck for a day"
          value={payments.stuck}
          to="/admin/payments?attention=stuck"
          isBad
        />
        <Figure
          label="wait for approval"
          value={payments.proposals}
          to="/admin/payments/adjustments?status=proposed"
        />
      </BlockPanel>
    )}
    {failures && (
      <BlockPanel title="Failures" link={{ to: '/admin/system', words: 'System' }}>
        <Figure label="jobs given up" value={failures.jobs} to="/admin/system" isBad />
        <Figure
          label="mails given up"
          value={failures.mails}
          to="/admin/system/mails?status=dead"
          isBad
        />
        <Figure
          label="events failed"
          value={failures.webhooks}
          to="/admin/payments/events?status=failed"
          isBad
        />
      </BlockPanel>
    )}
  </>
);

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
      {ledger.is_sound === false && <span className="text-danger">Not sound: look at it now.</span>}
    </p>
    {ledger.last_checked_at && (
      <p className="mt-1 text-sm text-quiet">
        Checked <RelativeTime value={ledger.last_checked_at} />
      </p>
    )}
  </Panel>
);

const Business = ({ ledger, signups, revenue, usage }: Data) => (
  <>
    {signups && (
      <BlockPanel title="Signups" link={{ to: '/admin/users', words: 'Users' }}>
        <Figure label="today" value={signups.today} />
        <Figure label="in 7 days" value={signups.week} />
        <Figure label="in 30 days" value={signups.month} />
        <SignupBars days={signups.per_day} />
      </BlockPanel>
    )}
    {revenue && (
      <BlockPanel title="Received this month">
        {revenue.length === 0 && <p className="text-sm text-quiet">Nothing yet.</p>}
        {revenue.map(({ currency, month, month_before }) => (
          <Figure
            key={currency}
            label={`last month ${month_before} ${currency}`}
            value={`${month} ${currency}`}
          />
        ))}
      </BlockPanel>
    )}
    {usage && (
      <BlockPanel title="API today">
        <Figure label="metered calls" value={usage.requests_today} />
        <Figure label="failed on our side" value={usage.errors_today} isBad />
      </BlockPanel>
    )}
    {ledger && <Ledger ledger={ledger} />}
  </>
);

/** What waits, and how it goes. */
export default function StaffOverview() {
  const overview = useStaffOverview();
  return (
    <>
      <title>{`Today · ${site.name}`}</title>
      <PageHeader title="Today" description="What waits for an answer, and how things go." />
      {overview.isPending && <Skeleton className="mt-6 h-80 w-full" />}
      {overview.isError && (
        <div className="mt-6">
          <LoadError
            message={messageOf(overview.error)}
            onRetry={() => overview.refetch()}
            isRetrying={overview.isFetching}
          />
        </div>
      )}
      {overview.data && (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
          <Waiting {...overview.data} />
          <Business {...overview.data} />
        </div>
      )}
    </>
  );
}
