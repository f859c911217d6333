import { Link } from 'react-router';
import { formatDate } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { SubscriptionWire } from '../../wire/index.ts';
import {
  type AwaitedPaymentState,
  readAwaitedPaymentState,
} from '../../wire/subscriptions.constants.ts';
import { OverageDue, PastDue, ShortBalance } from './MoneyNotices.tsx';
import { useReactivatePlan, useReturnablePlan, useUndoChange } from './queries.ts';

const planResults = resultToasts('plan');

type NoticeProps = { plan: SubscriptionWire };

/** What a plan that is kept becomes at its next renewal. */
const LaterChange = ({ plan: { pending_change: change } }: NoticeProps) =>
  change && ` If you keep the plan, it changes to ${change.tariff.name} that day, as you chose.`;

// The changes below await mutateAsync: a notice unmounts before callbacks of mutate would run.

function Ending({ plan }: NoticeProps) {
  const reactivate = useReactivatePlan(plan.id);
  return (
    <Banner
      tone="info"
      title={`Your ${plan.tariff.name} plan ends on ${formatDate(plan.current_period_end)}`}
      action={
        <Button
          size="small"
          isBusy={reactivate.isPending}
          busyLabel="Keeping..."
          onClick={() =>
            reactivate
              .mutateAsync()
              .then(() => planResults.success('Your plan will renew'), planResults.fail)
          }
        >
          Keep the plan
        </Button>
      }
    >
      Nothing changes until then. After that your account switches to the free plan.
      <LaterChange plan={plan} />
    </Banner>
  );
}

const awaitedPaymentTitles: Record<AwaitedPaymentState, (name: string) => string> = {
  open: (name) => `${name} is waiting for your payment`,
  processing: (name) => `${name} starts as soon as your payment is confirmed`,
  in_wallet: (name) => `${name} has not started`,
  ended: (name) => `${name} was not paid for`,
};

const awaitedPaymentTexts: Record<AwaitedPaymentState, string> = {
  open: 'It starts when the payment completes.',
  processing: 'No action is needed.',
  in_wallet:
    'The payment is in your wallet and does not cover the price. Choose the plan again below.',
  ended: 'The payment was not completed. Choose the plan again below.',
};

const PaymentLink = ({ payment }: Pick<SubscriptionWire, 'payment'>) =>
  payment &&
  readAwaitedPaymentState(payment) !== 'ended' && (
    <ButtonLink asChild variant="primary" size="small">
      <Link to={`/dashboard/payments/${payment.uuid}`}>Open the payment</Link>
    </ButtonLink>
  );

function PendingChange({ plan }: NoticeProps) {
  const undo = useUndoChange(plan);
  const change = plan.pending_change;
  if (!change) return null;
  const state = readAwaitedPaymentState(plan.payment);
  const { name } = change.tariff;
  const until = change.effective_at
    ? `Until ${formatDate(change.effective_at)}`
    : 'Until it starts';
  return (
    <Banner
      tone="info"
      title={
        change.effective_at
          ? `From ${formatDate(change.effective_at)}: ${name}`
          : awaitedPaymentTitles[state](name)
      }
      action={
        <div className="flex flex-wrap gap-2">
          <PaymentLink payment={plan.payment} />
          <Button
            size="small"
            isBusy={undo.isPending}
            busyLabel="Undoing..."
            onClick={() =>
              undo
                .mutateAsync()
                .then(() => planResults.success('The change is undone'), planResults.fail)
            }
          >
            Undo the change
          </Button>
        </div>
      }
    >
      {!change.effective_at && `${awaitedPaymentTexts[state]} `}
      {until} you keep {plan.tariff.name}.
    </Banner>
  );
}

function AwaitedPayment({ plan: { tariff, payment } }: NoticeProps) {
  const state = readAwaitedPaymentState(payment);
  return (
    <Banner
      tone={state === 'processing' ? 'info' : 'warning'}
      title={awaitedPaymentTitles[state](tariff.name)}
      action={<PaymentLink payment={payment} />}
    >
      {awaitedPaymentTexts[state]} Until then your account has the limits of the free plan.
      {state === 'open' && ' You can also choose another plan below.'}
    </Banner>
  );
}

/** A paid plan that was cancelled immediately. */
function ReactivatablePlan() {
  const plan = useReturnablePlan().data;
  const reactivate = useReactivatePlan(plan?.id ?? '');
  if (!plan) return null;
  return (
    <Banner
      tone="info"
      title={`You paid for ${plan.tariff.name} until ${formatDate(plan.current_period_end)}`}
      action={
        <Button
          size="small"
          isBusy={reactivate.isPending}
          busyLabel="Reactivating..."
          onClick={() =>
            reactivate
              .mutateAsync()
              .then(
                () => planResults.success(`You are on ${plan.tariff.name} again`),
                planResults.fail,
              )
          }
        >
          Reactivate the plan
        </Button>
      }
    >
      It was cancelled early. You can reactivate it until that day at no cost.
      <LaterChange plan={plan} />
    </Banner>
  );
}

const needsAction = ({ status }: SubscriptionWire): boolean =>
  status === 'pending' || status === 'past_due' || status === 'suspended';

/** Notices about the plan, most urgent first. */
export const PlanNotices = ({ plan }: NoticeProps) => (
  <>
    {plan.status === 'suspended' && (
      <Banner
        tone="error"
        title="Your plan is suspended"
        action={
          <ButtonLink asChild size="small">
            <Link to={`/dashboard/support/new?about=subscription:${plan.id}`}>Contact support</Link>
          </ButtonLink>
        }
      >
        Calls are refused. Contact support to resolve this; the rest of your period is kept.
      </Banner>
    )}
    {plan.past_due && <PastDue plan={plan} due={plan.past_due} />}
    <OverageDue plan={plan} />
    {plan.status === 'pending' && <AwaitedPayment plan={plan} />}
    <ShortBalance plan={plan} />
    {plan.cancel_at_period_end && !needsAction(plan) && <Ending plan={plan} />}
    {plan.pending_change && !plan.cancel_at_period_end && !needsAction(plan) && (
      <PendingChange plan={plan} />
    )}
    {plan.tariff.is_free && <ReactivatablePlan />}
  </>
);
