import { useApiForm } from '#client/use-api-form.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
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
  const { setRoles } = useUserChanges(String(user.id));
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { roles: user.roles },
    save: async ({ roles }) => {
      await setRoles(roles);
      toast.success(`Roles of ${user.email} changed`);
      onClose();
    },
  });

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
      <FormError form={form} />
      <div className="grid gap-4">
        {order.map((role) => (
          <Checkbox
            key={role}
            label={roleLabels[role].label}
            help={roleLabels[role].help}
            value={role}
            {...form.register('roles')}
          />
        ))}
      </div>
    </FormDialog>
  );
}
