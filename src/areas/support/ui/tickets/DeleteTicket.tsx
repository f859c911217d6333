import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../wire/index.ts';
import { useDeleteTicket } from '../queries.ts';

/** Only for a ticket without an answer. */
export function DeleteTicket({ ticket }: { ticket: TicketDetailWire }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteTicket(ticket.uuid);

  async function confirm() {
    await remove.mutateAsync();
    toast.success(`Ticket #${ticket.number} deleted`);
    await navigate('/dashboard/support');
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Delete ticket
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Delete ticket #${ticket.number}?`}
        description="Your messages are deleted with it."
        confirmLabel="Delete ticket"
        busyLabel="Deleting..."
        cancelLabel="Keep it"
        onConfirm={confirm}
      />
    </>
  );
}
