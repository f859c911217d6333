import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { useCancelPayment } from '../queries.ts';

export function CancelPayment({ payment }: { payment: PaymentWire }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelPayment(payment.uuid);

  async function confirm() {
    await cancel.mutateAsync();
    toast.success('Payment cancelled');
  }

  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Cancel payment
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Cancel payment ${payment.internal_id}?`}
        description="Cancel it only if you have not sent money. This can't be undone; you can start a new payment at any time."
        confirmLabel="Cancel payment"
        busyLabel="Cancelling..."
        cancelLabel="Keep it"
        onConfirm={confirm}
      />
    </>
  );
}
