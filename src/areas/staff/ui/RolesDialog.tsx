import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import type { Role } from '#lib/endpoint.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { StaffUserRecordWire } from '../contract.ts';
import { useUserChanges } from './queries.ts';

const words: Record<Role, { label: string; help: string }> = {
  support: { label: 'Support', help: 'Tickets, users, suspension.' },
  sales: { label: 'Sales', help: 'Leads.' },
  finance: { label: 'Finance', help: 'Payments, adjustments, the ledger.' },
  admin: { label: 'Admin', help: 'Everything.' },
};
const order: readonly Role[] = ['support', 'sales', 'finance', 'admin'];

type RolesDialogProps = { user: StaffUserRecordWire; onClose: () => void };

export function RolesDialog({ user, onClose }: RolesDialogProps) {
  const id = useId();
  const [chosen, setChosen] = useState<readonly Role[]>(user.roles);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { setRoles } = useUserChanges(String(user.id));

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    try {
      await setRoles([...chosen]);
      toast.success(`Roles of ${user.email} changed`);
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={`Roles of ${user.email}`}
      description="What they may open in the console. It holds from their next call on."
      size="small"
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" isBusy={isBusy} busyLabel="Saving...">
            Save roles
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid gap-4">
        {failure && <Banner tone="error">{failure}</Banner>}
        {order.map((role) => (
          <Checkbox
            key={role}
            label={words[role].label}
            help={words[role].help}
            checked={chosen.includes(role)}
            onChange={() =>
              setChosen(
                chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role],
              )
            }
          />
        ))}
      </form>
    </Dialog>
  );
}
