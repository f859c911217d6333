import { useSearchParams } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { BillingPeriod, SubscriptionWire } from '../../wire/index.ts';
import { ChangePlanDialog } from './ChangePlanDialog.tsx';
import { isChange, useTariffs } from './queries.ts';
import { type BoardTariff, TariffBoard } from './TariffBoard.tsx';

/** The chosen tariff is in the URL, so that the pricing page can link to it. */
function useChoice() {
  const [params, setParams] = useSearchParams();
  const tariff = params.get('tariff');
  const billing_period: BillingPeriod = params.get('period') === 'yearly' ? 'yearly' : 'monthly';
  return {
    choice: tariff ? { tariff, billing_period } : null,
    choose: (slug: string, period: BillingPeriod) => setParams({ tariff: slug, period }),
    close: () => setParams({}, { replace: true }),
  };
}

type ActionProps = {
  tariff: BoardTariff;
  period: BillingPeriod;
  current: SubscriptionWire | null;
  onChoose: () => void;
};

function ChooseButton({ tariff, period, current, onChoose }: ActionProps) {
  const isCurrent =
    current?.tariff.slug === tariff.slug &&
    (tariff.is_free || current.billing_period === period) &&
    current.status !== 'pending';
  if (isCurrent)
    return (
      <Button disabled aria-label={`${tariff.name} is your plan`}>
        Your plan
      </Button>
    );
  const isSameTariff = current?.tariff.slug === tariff.slug && current.status !== 'pending';
  return (
    <Button
      variant={tariff.is_popular && current?.tariff.is_free ? 'primary' : 'secondary'}
      disabled={current?.status === 'suspended'}
      onClick={onChoose}
    >
      {isSameTariff ? `Pay ${tariff.name} ${period}` : `Choose ${tariff.name}`}
    </Button>
  );
}

const CurrentPlanBadge = ({ plan }: { plan: SubscriptionWire }) =>
  plan.status === 'pending' ? (
    <Badge tone="info">Not paid yet</Badge>
  ) : (
    <Badge tone="success">Your plan</Badge>
  );

export function PlanChoice({ current }: { current: SubscriptionWire | null }) {
  const tariffs = useTariffs();
  const { choice, choose, close } = useChoice();
  if (tariffs.isPending)
    return (
      <div className="border border-line p-5 surface-raised">
        <span className="sr-only">Loading the plans</span>
        <Skeleton linesCount={6} />
      </div>
    );
  if (!tariffs.data)
    return (
      <LoadError
        message={errorMessage(tariffs.error)}
        onRetry={() => tariffs.refetch()}
        isRetrying={tariffs.isFetching}
      />
    );
  const chosen = tariffs.data.find(({ slug }) => slug === choice?.tariff);
  return (
    <section aria-labelledby="plans" className="grid gap-4">
      <h2 id="plans" className="text-xl">
        Compare plans
      </h2>
      <TariffBoard
        tariffs={tariffs.data}
        startsWith={current?.billing_period ?? 'monthly'}
        hasTrials={current?.had_trial === false && !isChange(current)}
        renderBadge={({ slug }) =>
          slug === current?.tariff.slug && <CurrentPlanBadge plan={current} />
        }
        renderAction={(tariff, period) => (
          <ChooseButton
            tariff={tariff}
            period={period}
            current={current}
            onChoose={() => choose(tariff.slug, period)}
          />
        )}
      />
      {choice && chosen && (
        <ChangePlanDialog current={current} choice={choice} name={chosen.name} onClose={close} />
      )}
    </section>
  );
}
