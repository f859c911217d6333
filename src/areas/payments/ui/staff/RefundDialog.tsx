import { type ApiForm, useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { compareAmounts, subtractAmounts, toAmount } from '#lib/money.ts';
import { Banner } from '#ui/Banner.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { RefundableWire } from '../../wire/adjustments.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { isAboveZero } from '../amounts.ts';
import { CustomerLink } from './CustomerLink.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { loadProposalSchema, type Proposal, usePropose, useRefundable } from './queries.ts';

/** How much can be refunded, and why not more. */
function describeLimit({
  credited,
  refunded,
  available,
  possible,
  currency,
}: RefundableWire): string {
  const money = (text: string) => formatMoney(text, currency);
  const limit = `Up to ${money(possible)} of ${money(credited)}`;
  const amount = (text: string) => toAmount(text, currency);
  const left = subtractAmounts(amount(credited), amount(refunded));
  if (compareAmounts(amount(available), left) < 0)
    return `${limit}: the wallet holds ${money(available)}.`;
  return isAboveZero(refunded) ? `${limit}: ${money(refunded)} went back before.` : `${limit}.`;
}

const emptyValues = { amount: '', reason: '' };

type RefundFieldsProps = { refundable: RefundableWire; form: ApiForm<typeof emptyValues> };

function RefundFields({ refundable, form }: RefundFieldsProps) {
  const field = useFormFields(form);
  const { internal_id, user, available, possible, currency } = refundable;
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Payment', description: <PaymentLink number={internal_id} /> },
          { term: 'Customer', description: <CustomerLink user={user} /> },
          {
            term: 'Wallet holds',
            description: formatMoney(available, currency),
            isNumeric: true,
          },
        ]}
      />
      {isAboveZero(possible) ? (
        <>
          <p>{describeLimit(refundable)}</p>
          <TextField
            label="Amount"
            inputMode="decimal"
            suffix={currency}
            isNumeric
            help={`Empty: ${formatMoney(possible, currency)}.`}
            {...field('amount')}
          />
        </>
      ) : (
        <Banner tone="warning">
          Nothing can be refunded: the wallet balance is {formatMoney(available, currency)}.
        </Banner>
      )}
    </>
  );
}

type RefundDialogProps = { payment: ReviewedPaymentWire; onClose: () => void };

function useRefundForm(
  { payment, onClose }: RefundDialogProps,
  { data, isError }: ReturnType<typeof useRefundable>,
) {
  const propose = usePropose();
  return useApiForm({
    defaultValues: emptyValues,
    loadSchema: loadProposalSchema,
    toBody: ({ amount, reason }): Proposal => ({
      kind: 'refund',
      payment: payment.uuid,
      reason: reason.trim(),
      amount: amount.trim() || data?.possible,
    }),
    save: async (body, { idempotencyKey }) => {
      if (isError || (data && !isAboveZero(data.possible)))
        throw new Error('Nothing can be refunded now.');
      await propose.mutateAsync({ body, key: idempotencyKey });
      toast.success('Proposed. Someone else must approve it.');
      onClose();
    },
  });
}

/** Proposes a full or partial refund. */
export function RefundDialog(props: RefundDialogProps) {
  const { payment, onClose } = props;
  const refundable = useRefundable(payment.uuid);
  const { form, submit, isBusy, hasChanges } = useRefundForm(props, refundable);
  const guard = useLeaveGuard(hasChanges);
  return (
    <>
      <FormDialog
        title={`Propose to refund ${payment.internal_id}?`}
        description="The provider refunds it once someone else approves."
        size="small"
        submitLabel="Propose refund"
        busyLabel="Proposing..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} />
        {refundable.isPending && <Skeleton className="h-40 w-full" />}
        {refundable.isError && <Banner tone="error">{errorMessage(refundable.error)}</Banner>}
        {refundable.data && <RefundFields refundable={refundable.data} form={form} />}
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          required
          help="It is recorded in the audit log."
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
      </FormDialog>
      <LeaveDialog guard={guard}>The refund is not proposed yet.</LeaveDialog>
    </>
  );
}
