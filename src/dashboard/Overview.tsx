import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import { Alerts } from '#areas/billing/ui/overview/Alerts.tsx';
import { Metrics } from '#areas/billing/ui/overview/Metrics.tsx';
import { OverTime } from '#areas/billing/ui/overview/OverTime.tsx';
import { useOverview } from '#areas/billing/ui/overview/queries.ts';
import { RecentPayments, RecentTransactions } from '#areas/billing/ui/overview/Recent.tsx';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { tasksFor } from './tasks.ts';

function Blocks() {
  const user = useProfile().data;
  const { data, error, isError, isFetching, refetch } = useOverview();
  const tasks = user && data ? tasksFor(user, data) : [];
  return (
    <>
      {isError && !data && (
        <LoadError
          message={errorMessage(error)}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && <Alerts alerts={data.alerts} />}
      {(!isError || data) && <Metrics overview={data} />}
      <FirstSteps tasks={tasks} />
      <OverTime />
      {(!isError || data) && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <RecentTransactions rows={data?.recent_transactions} />
          <RecentPayments rows={data?.recent_payments} />
        </div>
      )}
    </>
  );
}

/** Shown alone: the API refuses the other blocks to a suspended account. */
const Suspended = () => (
  <Banner
    tone="error"
    title="This account is suspended. Contact support."
    action={
      <ButtonLink asChild size="small">
        <Link to="/dashboard/support/new">Contact support</Link>
      </ButtonLink>
    }
  />
);

const AddMoney = () => (
  <ButtonLink asChild variant="primary" icon={<Plus size={18} aria-hidden />}>
    <Link to="/dashboard/wallet/add">Add money</Link>
  </ButtonLink>
);

export default function Overview() {
  const user = useProfile().data;
  const name = user?.first_name;
  const isSuspended = user?.status === 'suspended';
  return (
    <>
      <title>{`Overview · ${site.name}`}</title>
      <PageHeader
        title={name ? `Hello, ${name}` : 'Hello'}
        description="Your balance, your usage and what needs your attention."
        action={!isSuspended && <AddMoney />}
      />
      <div className="mt-6 grid gap-6">{isSuspended ? <Suspended /> : <Blocks />}</div>
    </>
  );
}
