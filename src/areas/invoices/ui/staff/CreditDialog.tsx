import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { formatMoney } from '#lib/format-money.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import type { StaffInvoiceWire } from '../../wire/staff-invoices.ts';
import { type CreditBody, loadCreditSchema, useCreditInvoice } from './queries.ts';

type CreditDialogProps = { invoice: StaffInvoiceWire; onClose: () => void };

const emptyValues = { amount: '', reason: '' };

/** Proposes to return a part of what was charged. */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const { number, left, currency } = invoice;
  const credit = useCreditInvoice(number);
  const { form, submit, isBusy, hasChanges } = useApiForm<typeof emptyValues, CreditBody>({
    defaultValues: emptyValues,
    loadSchema: loadCreditSchema,
    toBody: ({ amount, reason }) => ({
      reason,
      ...(amount.trim() !== '' && { amount: amount.trim() }),
    }),
    save: async (body, { idempotencyKey }) => {
      await credit.mutateAsync({ body, key: idempotencyKey });
      toast.success('Proposed. Someone else must approve it.');
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const field = useFormFields(form);
  return (
    <>
      <FormDialog
        title={`Propose a credit of ${number}?`}
        description="Once someone else approves, the money is in the customer's balance, and a credit note follows."
        size="small"
        submitLabel="Propose credit"
        busyLabel="Proposing..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} />
        <TextField
          label="Amount with tax"
          inputMode="decimal"
          suffix={currency}
          isNumeric
          help={`Empty: ${formatMoney(left, currency)}, all that is left.`}
          {...field('amount')}
        />
        <TextArea
          label="Reason"
          rows={3}
          maxLength={200}
          required
          help="It is printed on the credit note."
          {...field('reason')}
        />
      </FormDialog>
      <LeaveDialog guard={guard}>The credit is not proposed yet.</LeaveDialog>
    </>
  );
}
