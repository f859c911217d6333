import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import type { UserWire } from '#areas/accounts/wire/profile.ts';
import { Alerts } from '#areas/billing/ui/overview/Alerts.tsx';
import { Metrics } from '#areas/billing/ui/overview/Metrics.tsx';
import { OverTime } from '#areas/billing/ui/overview/OverTime.tsx';
import { useOverview } from '#areas/billing/ui/overview/queries.ts';
import { RecentPayments, RecentTransactions } from '#areas/billing/ui/overview/Recent.tsx';
import type { OverviewWire } from '#areas/billing/wire/index.ts';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { FirstRun } from './first-run/FirstRun.tsx';
import { Later } from './first-run/Later.tsx';
import { laterTasksFor } from './first-run/later-tasks.ts';
import { hasCalled, useFirstRun } from './first-run/use-first-run.ts';

type UsualProps = { overview: OverviewWire | undefined };

/** Charts and lists appear with the first data. */
const Usual = ({ overview }: UsualProps) => (
  <>
    <Metrics overview={overview} />
    <OverTime />
    <div className="grid items-start gap-6 lg:grid-flow-col lg:auto-cols-fr">
      <RecentTransactions rows={overview?.recent_transactions} />
      <RecentPayments rows={overview?.recent_payments} />
    </div>
  </>
);

/** Shown alone: the API refuses the other blocks to a suspended account. */
const Suspended = () => (
  <>
    <PageHeader title="Hello" />
    <Banner
      className="mt-6"
      tone="error"
      title="This account is suspended. Contact support."
      action={
        <ButtonLink asChild size="small">
          <Link to="/dashboard/support/new">Contact support</Link>
        </ButtonLink>
      }
    />
  </>
);

const AddMoney = () => (
  <ButtonLink asChild variant="primary" icon={<Plus size={18} aria-hidden />}>
    <Link to="/dashboard/wallet/add">Add money</Link>
  </ButtonLink>
);

const descriptions = {
  usual: 'Your balance, your usage and what needs your attention.',
  first: 'Create a key and run one command, or try the product here.',
};

function Screen({ user }: { user: UserWire }) {
  const { data, error, isError, isFetching, refetch } = useOverview();
  const { isFirstRun, dismiss } = useFirstRun(user.id, data);
  const name = user.first_name;
  return (
    <>
      {isFirstRun ? (
        <PageHeader
          title="Make your first call"
          description={descriptions.first}
          action={
            <Button variant="quiet" onClick={dismiss}>
              Go to the overview
            </Button>
          }
        />
      ) : (
        <PageHeader
          title={name ? `Hello, ${name}` : 'Hello'}
          description={descriptions.usual}
          action={<AddMoney />}
        />
      )}
      <div className="mt-6 grid gap-6">
        {isError && !data && (
          <LoadError
            message={errorMessage(error)}
            onRetry={() => refetch()}
            isRetrying={isFetching}
          />
        )}
        {data && <Alerts alerts={data.alerts} />}
        {data && isFirstRun && <FirstRun hasCalled={hasCalled(data)} />}
        {!isFirstRun && (!isError || data) && <Usual overview={data} />}
        {data && <Later accountId={user.id} tasks={laterTasksFor(user, data)} />}
      </div>
    </>
  );
}

/** The layout shows it once the account is loaded. */
export default function Overview() {
  const user = useProfile().data;
  if (!user) return null;
  return (
    <>
      <title>{`Overview · ${site.name}`}</title>
      {user.status === 'suspended' ? <Suspended /> : <Screen user={user} />}
    </>
  );
}
