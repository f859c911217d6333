import { type SubmitEvent, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import type { Role } from '#lib/endpoint.ts';
import { Banner } from '#ui/Banner.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
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
  const [chosen, setChosen] = useState<readonly Role[]>(user.roles);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { setRoles } = useUserChanges(String(user.id));

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
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
    <FormDialog
      title={`Roles of ${user.email}`}
      description="What they may open in the console. It holds from their next call on."
      size="small"
      submitLabel="Save roles"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className="grid gap-4">
        {order.map((role) => (
          <Checkbox
            key={role}
            label={words[role].label}
            help={words[role].help}
            checked={chosen.includes(role)}
            onChange={() => {
              setFailure(undefined);
              setChosen(
                chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role],
              );
            }}
          />
        ))}
      </div>
    </FormDialog>
  );
}
