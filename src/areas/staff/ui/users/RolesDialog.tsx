import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import type { Role } from '#lib/endpoint.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { toast } from '#ui/toast.ts';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { useUserChanges } from './queries.ts';

const roleLabels: Record<Role, { label: string; help: string }> = {
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
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={`Roles of ${user.email}`}
      description="Access to the console. Takes effect with the next request."
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
            label={roleLabels[role].label}
            help={roleLabels[role].help}
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
