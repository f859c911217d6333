import { useState } from 'react';
import { Link } from 'react-router';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { SubscriptionWire } from '../../contract.ts';
import { CancelPlanDialog } from './CancelPlanDialog.tsx';
import { periodWords, sayDay, sayMoney } from './plan-words.ts';

const tones: Record<SubscriptionWire['status'], BadgeTone> = {
  pending: 'info',
  trialing: 'info',
  active: 'success',
  past_due: 'warning',
  suspended: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
};

function factsOf(plan: SubscriptionWire) {
  const price = `${sayMoney(plan.price, plan.currency)} ${periodWords[plan.billing_period]}`;
  if (plan.tariff.is_free)
    return [
      { term: 'Price', description: 'Free, without an end' },
      { term: 'Usage starts anew', description: sayDay(plan.usage.resets_at) },
    ];
  if (plan.status === 'pending')
    return [
      { term: 'Price', description: price },
      { term: 'Begins', description: 'When its payment is completed' },
      { term: 'Until then', description: 'The limits of the free plan' },
    ];
  return [
    { term: 'Price', description: price },
    { term: 'Since', description: sayDay(plan.starts_at) },
    nextOf(plan, price),
  ];
}

/** What happens at the end of the period that runs or stands. */
function nextOf({ status, past_due, ...plan }: SubscriptionWire, price: string) {
  const end = sayDay(plan.current_period_end);
  if (status === 'suspended')
    return { term: 'Renews', description: 'Not while it is suspended; the rest is kept' };
  if (past_due)
    return { term: 'Ends', description: `${sayDay(past_due.ends_at)}, unless you add money` };
  if (plan.cancel_at_period_end) return { term: 'Ends', description: end };
  return status === 'trialing'
    ? { term: 'First charge', description: `${price} on ${end}, from your balance` }
    : { term: 'Renews', description: `${end}, from your balance` };
}

/** What staff stopped is for them to let go on. */
const isCancellable = ({ tariff, status }: SubscriptionWire): boolean =>
  status !== 'suspended' && (status === 'pending' || !tariff.is_free);

export function CurrentPlan({ plan }: { plan: SubscriptionWire }) {
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Panel
      title="Your plan"
      actions={<Badge tone={tones[plan.status]}>{plan.status_display}</Badge>}
      footer={
        // Their words begin where the panel's do.
        <div className="-ml-3 flex flex-wrap gap-2">
          <ButtonLink asChild size="small" variant="quiet">
            <Link to={`/dashboard/support/new?about=subscription:${plan.id}`}>Ask support</Link>
          </ButtonLink>
          {isCancellable(plan) && (
            <Button size="small" variant="quiet" onClick={() => setCancelling(true)}>
              {plan.cancel_at_period_end ? 'End it now' : 'Cancel the plan'}
            </Button>
          )}
        </div>
      }
    >
      <p className="font-display text-3xl font-semibold">{plan.tariff.name}</p>
      <p className="mb-4 text-quiet">{plan.tariff.tagline}</p>
      <DescriptionList items={factsOf(plan)} />
      <CancelPlanDialog plan={plan} isOpen={isCancelling} onOpenChange={setCancelling} />
    </Panel>
  );
}
