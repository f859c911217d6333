import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { SubscriptionWire } from '../../wire/index.ts';
import { CancelPlanDialog } from './CancelPlanDialog.tsx';
import { periodLabels } from './plan-format.ts';

const tones: Record<SubscriptionWire['status'], BadgeTone> = {
  pending: 'info',
  trialing: 'info',
  active: 'success',
  past_due: 'warning',
  suspended: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
};

function listFacts(plan: SubscriptionWire) {
  const price = `${formatMoney(plan.price, plan.currency)} ${periodLabels[plan.billing_period]}`;
  if (plan.tariff.is_free)
    return [
      { term: 'Price', description: 'Free of charge' },
      { term: 'Usage resets', description: formatDate(plan.usage.resets_at) },
    ];
  if (plan.status === 'pending')
    return [
      { term: 'Price', description: price },
      { term: 'Starts', description: 'When the payment completes' },
      { term: 'Until then', description: 'The limits of the free plan' },
    ];
  return [
    { term: 'Price', description: price },
    { term: 'Since', description: formatDate(plan.starts_at) },
    describeNext(plan, price),
  ];
}

/** What happens at the end of the current period. */
function describeNext({ status, past_due, ...plan }: SubscriptionWire, price: string) {
  const end = formatDate(plan.current_period_end);
  if (status === 'suspended')
    return { term: 'Renews', description: 'After it is resumed; the remaining time is kept' };
  if (past_due)
    return { term: 'Ends', description: `${formatDate(past_due.ends_at)}, unless you add money` };
  if (plan.cancel_at_period_end) return { term: 'Ends', description: end };
  const card = plan.next_charge?.card;
  const source = card ? `by ${card}` : 'from your balance';
  return status === 'trialing'
    ? { term: 'First charge', description: `${price} on ${end}, ${source}` }
    : { term: 'Renews', description: `${end}, ${source}` };
}

/** A suspended plan can only be resumed by staff. */
const isCancellable = ({ tariff, status }: SubscriptionWire): boolean =>
  status !== 'suspended' && (status === 'pending' || !tariff.is_free);

export function CurrentPlan({ plan }: { plan: SubscriptionWire }) {
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Panel
      title="Your plan"
      actions={<Badge tone={tones[plan.status]}>{plan.status_display}</Badge>}
      footer={
        // Aligns the button labels with the text of the panel.
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
      <DescriptionList items={listFacts(plan)} />
      <CancelPlanDialog plan={plan} isOpen={isCancelling} onOpenChange={setCancelling} />
    </Panel>
  );
}
