import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import type { SubscriptionWire } from '../../contract.ts';
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

/** As easy as it was to begin: a reason may be given, and need not. */
export function CancelPlanDialog({ plan, isOpen, onOpenChange }: CancelPlanDialogProps) {
  const [reason, setReason] = useState('');
  const [words, setWords] = useState('');
  const cancel = useCancelPlan(plan.id);
  const endsNow = plan.status === 'pending' || plan.status === 'past_due';

  const confirm = () =>
    cancel.mutate([reason, words.trim()].filter(Boolean).join(': '), {
      onSuccess: () => {
        toast.success(endsNow ? 'The plan is cancelled' : 'The plan will not be renewed');
        onOpenChange(false);
      },
    });

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
      title={`Cancel the ${plan.tariff.name} plan?`}
      description={
        endsNow
          ? 'It ends at once, nothing is charged, and your account has the free plan.'
          : `You keep it until ${sayDay(plan.current_period_end)} and can change your mind until then.`
      }
      actions={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Not now
          </Button>
          <Button
            variant="danger"
            isBusy={cancel.isPending}
            busyLabel="Cancelling..."
            onClick={confirm}
          >
            Cancel the plan
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {cancel.isError && <Banner tone="error">{messageOf(cancel.error)}</Banner>}
        <SelectField
          label="Why? (optional)"
          placeholder="Choose a reason"
          options={reasons}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextArea
          label="Anything that we should know (optional)"
          rows={3}
          maxLength={wordsMax}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
