import { useNavigate } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import { useCreateLead } from './queries.ts';

const loadSchema = () => import('../../wire/leads.form.ts').then((module) => module.newLeadSchema);

/** For an inquiry that came by phone, at a fair, or to somebody's own address. */
export function NewLead({ onClose }: { onClose: () => void }) {
  const create = useCreateLead();
  const navigate = useNavigate();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: { name: '', email: '', company: '', subject: '', message: '' },
    loadSchema,
    toBody: (values) => ({ ...values, isCompany: values.company.trim() !== '' }),
    save: async (body, { idempotencyKey }) => {
      const lead = await create.mutateAsync({ body, idempotencyKey });
      toast.success(`${lead.name} is a lead now`);
      onClose();
      navigate(`/admin/leads/${lead.id}`);
    },
  });
  const field = useFormFields(form);
  const guard = useLeaveGuard(hasChanges);
  return (
    <FormDialog
      title="New lead"
      description="For an inquiry that did not come through the contact form."
      submitLabel="Create lead"
      busyLabel="Creating..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <FormError form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" required autoComplete="off" {...field('name')} />
        <TextField label="E-mail" type="email" required autoComplete="off" {...field('email')} />
        <TextField label="Company" autoComplete="off" {...field('company')} />
        <TextField label="Subject" autoComplete="off" {...field('subject')} />
      </div>
      <TextArea label="What they need" rows={5} required {...field('message')} />
    </FormDialog>
  );
}
