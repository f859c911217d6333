import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import type { SubscriptionWire } from '../../contract.ts';
import { CancelWhen, type EndTime } from './CancelWhen.tsx';
import { sayDay } from './plan-words.ts';
import { useCancelPlan } from './queries.ts';

const reasons = [
  'It costs too much',
  'I do not use it enough',
  'Something is missing',
  'It did not work as it should',
  'The work is done',
  'Something else',
].map((value) => ({ value, label: value }));

const wordsMax = 400;

type CancelPlanDialogProps = {
  plan: SubscriptionWire;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Nothing was paid for the time that is left, so there is nothing to keep or to lose. */
const hasNoPaidTime = ({ status }: SubscriptionWire) =>
  status === 'pending' || status === 'past_due';

function sayWhatHappens(plan: SubscriptionWire): string {
  if (hasNoPaidTime(plan))
    return 'It ends at once, nothing is charged, and your account has the free plan.';
  const end = sayDay(plan.current_period_end);
  return plan.cancel_at_period_end
    ? `It ends on ${end} as it is. You can also end it now.`
    : `You keep it until ${end} and can change your mind until then, or you end it now.`;
}

function useCancellation({ plan, onOpenChange }: CancelPlanDialogProps) {
  const [chosen, setWhen] = useState<EndTime>('period_end');
  const [isAgreed, setAgreed] = useState(false);
  const [reason, setReason] = useState('');
  const [words, setWords] = useState('');
  const cancel = useCancelPlan(plan.id);
  const when = plan.cancel_at_period_end ? 'now' : chosen;
  const endsNow = when === 'now' || hasNoPaidTime(plan);

  const confirm = () =>
    cancel.mutate(
      { reason: [reason, words.trim()].filter(Boolean).join(': '), at_period_end: when !== 'now' },
      {
        onSuccess: () => {
          toast.success(endsNow ? 'The plan is cancelled' : 'The plan will not be renewed');
          onOpenChange(false);
        },
      },
    );
  return {
    ...{ cancel, confirm, when, setWhen, isAgreed, setAgreed },
    ...{ reason, setReason, words, setWords },
  };
}

/** As easy as it was to begin: a reason may be given, and need not. */
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
      description={sayWhatHappens(plan)}
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
        {form.cancel.isError && <Banner tone="error">{messageOf(form.cancel.error)}</Banner>}
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
          label="Anything that we should know (optional)"
          rows={3}
          maxLength={wordsMax}
          value={form.words}
          onChange={(event) => form.setWords(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
