import { Link } from 'react-router';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import type { SubscriptionWire } from '../../contract.ts';
import { type WaitingState, waitingStateOf } from '../../waiting-payment.ts';
import { OverageDue, PastDue, ShortBalance } from './MoneyNotices.tsx';
import { sayDay } from './plan-words.ts';
import { useDropChange, useKeepPlan, useReturnablePlan } from './queries.ts';

type NoticeProps = { plan: SubscriptionWire };

// By promise, because the notice is gone by the time that its callbacks would be called.
const explain = (error: unknown) => toast.error(messageOf(error));

function Ending({ plan }: NoticeProps) {
  const keep = useKeepPlan(plan.id);
  return (
    <Banner
      tone="info"
      title={`Your ${plan.tariff.name} plan ends on ${sayDay(plan.current_period_end)}`}
      action={
        <Button
          size="small"
          isBusy={keep.isPending}
          busyLabel="Keeping..."
          onClick={() => keep.mutateAsync().then(() => toast.success('Your plan goes on'), explain)}
        >
          Keep the plan
        </Button>
      }
    >
      Until then nothing changes. After that your account has the free plan.
    </Banner>
  );
}

const waitingTitles: Record<WaitingState, (name: string) => string> = {
  open: (name) => `${name} waits for your payment`,
  coming: (name) => `${name} begins as soon as your payment is confirmed`,
  in_wallet: (name) => `${name} has not begun`,
  ended: (name) => `${name} was not paid for`,
};

const waitingWords: Record<WaitingState, string> = {
  open: 'It begins when the payment is completed.',
  coming: 'There is nothing to do.',
  in_wallet:
    'The money of its payment is in your wallet and does not cover it. Choose the plan again below.',
  ended: 'The payment has ended without the money. Choose the plan again below.',
};

const PaymentLink = ({ payment }: Pick<SubscriptionWire, 'payment'>) =>
  payment &&
  waitingStateOf(payment) !== 'ended' && (
    <ButtonLink asChild variant="primary" size="small">
      <Link to={`/dashboard/payments/${payment.uuid}`}>Open the payment</Link>
    </ButtonLink>
  );

function Changing({ plan }: NoticeProps) {
  const drop = useDropChange(plan);
  const change = plan.pending_change;
  if (!change) return null;
  const state = waitingStateOf(plan.payment);
  const { name } = change.tariff;
  const until = change.effective_at ? `Until ${sayDay(change.effective_at)}` : 'Until it begins';
  return (
    <Banner
      tone="info"
      title={
        change.effective_at
          ? `From ${sayDay(change.effective_at)}: ${name}`
          : waitingTitles[state](name)
      }
      action={
        <div className="flex flex-wrap gap-2">
          <PaymentLink payment={plan.payment} />
          <Button
            size="small"
            isBusy={drop.isPending}
            busyLabel="Undoing..."
            onClick={() =>
              drop.mutateAsync().then(() => toast.success('The change is undone'), explain)
            }
          >
            Undo the change
          </Button>
        </div>
      }
    >
      {!change.effective_at && `${waitingWords[state]} `}
      {until} you keep {plan.tariff.name}.
    </Banner>
  );
}

function Waiting({ plan: { tariff, payment } }: NoticeProps) {
  const state = waitingStateOf(payment);
  return (
    <Banner
      tone={state === 'coming' ? 'info' : 'warning'}
      title={waitingTitles[state](tariff.name)}
      action={<PaymentLink payment={payment} />}
    >
      {waitingWords[state]} Until then your account has the limits of the free plan.
      {state === 'open' && ' You can also choose another plan below.'}
    </Banner>
  );
}

/** Ended at once, and paid for: it can be had back. */
function Returnable() {
  const plan = useReturnablePlan().data;
  const keep = useKeepPlan(plan?.id ?? '');
  if (!plan) return null;
  return (
    <Banner
      tone="info"
      title={`You paid for ${plan.tariff.name} until ${sayDay(plan.current_period_end)}`}
      action={
        <Button
          size="small"
          isBusy={keep.isPending}
          busyLabel="Bringing it back..."
          onClick={() =>
            keep
              .mutateAsync()
              .then(() => toast.success(`You are on ${plan.tariff.name} again`), explain)
          }
        >
          Take the plan back
        </Button>
      }
    >
      It was ended early. Until that day it costs nothing to have it back.
    </Banner>
  );
}

const isHeldUp = ({ status }: SubscriptionWire): boolean =>
  status === 'pending' || status === 'past_due' || status === 'suspended';

/** What is not as usual, the most urgent first. */
export const PlanNotices = ({ plan }: NoticeProps) => (
  <>
    {plan.status === 'suspended' && (
      <Banner
        tone="error"
        title="Your plan is suspended"
        action={
          <ButtonLink asChild size="small">
            <Link to={`/dashboard/support/new?about=subscription:${plan.id}`}>
              Write to support
            </Link>
          </ButtonLink>
        }
      >
        Calls are refused. Write to support to have it looked at; the rest of your period is kept.
      </Banner>
    )}
    {plan.past_due && <PastDue plan={plan} due={plan.past_due} />}
    <OverageDue plan={plan} />
    {plan.status === 'pending' && <Waiting plan={plan} />}
    <ShortBalance plan={plan} />
    {plan.cancel_at_period_end && !isHeldUp(plan) && <Ending plan={plan} />}
    {plan.pending_change && !isHeldUp(plan) && <Changing plan={plan} />}
    {plan.tariff.is_free && <Returnable />}
  </>
);
