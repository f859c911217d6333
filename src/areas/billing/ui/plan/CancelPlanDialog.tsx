import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatDate } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import type { SubscriptionWire } from '../../wire/index.ts';
import { CancelWhen, type EndTime } from './CancelWhen.tsx';
import { useCancelPlan } from './queries.ts';

const reasons = [
  'It costs too much',
  'I do not use it enough',
  'Something is missing',
  'It did not work as it should',
  'I no longer need it',
  'Something else',
].map((value) => ({ value, label: value }));

const commentMax = 400;

type CancelPlanDialogProps = {
  plan: SubscriptionWire;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The remaining time is unpaid, so there is nothing to keep. */
const hasNoPaidTime = ({ status }: SubscriptionWire) =>
  status === 'pending' || status === 'past_due';

function describeCancellation(plan: SubscriptionWire): string {
  if (hasNoPaidTime(plan))
    return 'It ends immediately, nothing is charged, and your account switches to the free plan.';
  const end = formatDate(plan.current_period_end);
  return plan.cancel_at_period_end
    ? `It ends on ${end}. You can also end it now.`
    : `You keep it until ${end} and can undo this until then, or end it now.`;
}

function useCancellation({ plan, onOpenChange }: CancelPlanDialogProps) {
  const [chosen, setWhen] = useState<EndTime>('period_end');
  const [isAgreed, setAgreed] = useState(false);
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const cancel = useCancelPlan(plan.id);
  const when = plan.cancel_at_period_end ? 'now' : chosen;
  const endsNow = when === 'now' || hasNoPaidTime(plan);

  const confirm = () =>
    cancel.mutate(
      {
        reason: [reason, comment.trim()].filter(Boolean).join(': '),
        at_period_end: when !== 'now',
      },
      {
        onSuccess: () => {
          toast.success(endsNow ? 'The plan is cancelled' : 'The plan will not renew');
          onOpenChange(false);
        },
      },
    );
  return {
    ...{ cancel, confirm, when, setWhen, isAgreed, setAgreed },
    ...{ reason, setReason, comment, setComment },
  };
}

/** As easy as subscribing: a reason is optional. */
export function CancelPlanDialog(props: CancelPlanDialogProps) {
  const { plan, isOpen, onOpenChange } = props;
  const form = useCancellation(props);
  const isNow = form.when === 'now' && !hasNoPaidTime(plan);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
      title={`Cancel the ${plan.tariff.name} plan?`}
      description={describeCancellation(plan)}
      actions={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Not now
          </Button>
          <Button
            variant="danger"
            isBusy={form.cancel.isPending}
            busyLabel="Cancelling..."
            disabled={isNow && !form.isAgreed}
            onClick={form.confirm}
          >
            {isNow ? 'End the plan now' : 'Cancel the plan'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {form.cancel.isError && <Banner tone="error">{errorMessage(form.cancel.error)}</Banner>}
        {!hasNoPaidTime(plan) && (
          <CancelWhen
            plan={plan}
            when={form.when}
            onWhenChange={form.setWhen}
            isAgreed={form.isAgreed}
            onAgree={form.setAgreed}
          />
        )}
        <SelectField
          label="Why? (optional)"
          placeholder="Choose a reason"
          options={reasons}
          value={form.reason}
          onChange={(event) => form.setReason(event.target.value)}
        />
        <TextArea
          label="Anything else we should know? (optional)"
          rows={3}
          maxLength={commentMax}
          value={form.comment}
          onChange={(event) => form.setComment(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
