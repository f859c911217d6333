import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { formatDate } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import type { SubscriptionWire } from '../../wire/index.ts';
import { type CancelValues, CancelWhen } from './CancelWhen.tsx';
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

const startValues: CancelValues = { when: 'period_end', isAgreed: false, reason: '', comment: '' };

function useCancellation({ plan, onOpenChange }: CancelPlanDialogProps) {
  const cancel = useCancelPlan(plan.id);
  const isForNow = (when: CancelValues['when']) => plan.cancel_at_period_end || when === 'now';
  const { form, submit, isBusy } = useApiForm({
    defaultValues: startValues,
    toBody: ({ when, reason, comment }) => ({
      reason: [reason, comment.trim()].filter(Boolean).join(': '),
      at_period_end: !isForNow(when),
    }),
    save: async (body) => {
      await cancel.mutateAsync(body);
      const endsNow = !body.at_period_end || hasNoPaidTime(plan);
      toast.success(endsNow ? 'The plan is cancelled' : 'The plan will not renew');
      onOpenChange(false);
    },
  });
  const [when, isAgreed] = useWatch({ control: form.control, name: ['when', 'isAgreed'] });
  const isNow = isForNow(when) && !hasNoPaidTime(plan);
  return { form, submit, isBusy, isNow, isAgreed };
}

/** As easy as subscribing: a reason is optional. */
export function CancelPlanDialog(props: CancelPlanDialogProps) {
  const { plan, isOpen, onOpenChange } = props;
  const id = useId();
  const { form, submit, isBusy, isNow, isAgreed } = useCancellation(props);
  const field = useFormFields(form);
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
            type="submit"
            form={id}
            variant="danger"
            isBusy={isBusy}
            busyLabel="Cancelling..."
            disabled={isNow && !isAgreed}
          >
            {isNow ? 'End the plan now' : 'Cancel the plan'}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-4">
        <FormError form={form} />
        {!hasNoPaidTime(plan) && <CancelWhen plan={plan} form={form} isNow={isNow} />}
        <SelectField
          label="Why? (optional)"
          placeholder="Choose a reason"
          options={reasons}
          {...field('reason')}
        />
        <TextArea
          label="Anything else we should know? (optional)"
          rows={3}
          maxLength={commentMax}
          {...field('comment')}
        />
      </form>
    </Dialog>
  );
}
