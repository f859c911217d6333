import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { useReplyToLead } from './queries.ts';
import { fillTemplate, replyTemplates } from './reply-templates.ts';

const loadSchema = () =>
  import('../../wire/staff-leads.form.ts').then((module) => module.leadReplySchema);

export function LeadReply({ lead }: { lead: LeadWire }) {
  const reply = useReplyToLead(lead.id);
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: { subject: '', body: '' },
    loadSchema,
    save: async (body) => {
      await reply.mutateAsync(body);
      toast.success(`Your reply to ${lead.name} is on its way`);
    },
  });
  const { isSubmitted } = form.formState;
  const field = useFormFields(form);
  const guard = useLeaveGuard(hasChanges);

  function choose(name: string) {
    const template = replyTemplates.find((one) => one.name === name);
    if (!template) return;
    const { subject, body } = fillTemplate(template, lead);
    const options = { shouldDirty: true, shouldValidate: isSubmitted };
    form.setValue('subject', subject, options);
    form.setValue('body', body, options);
  }

  return (
    <Panel
      title="Reply by e-mail"
      description={`To ${lead.email}. Replies reach your own address.`}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <FormError form={form} />
        <SelectField
          label="Template"
          placeholder="No template"
          options={replyTemplates.map(({ name }) => ({ value: name, label: name }))}
          defaultValue=""
          onChange={({ target }) => choose(target.value)}
          className="sm:w-64"
        />
        <TextField label="Subject" maxLength={200} required {...field('subject')} />
        <TextArea label="Message" rows={8} maxLength={10_000} required {...field('body')} />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          isBusy={isBusy}
          busyLabel="Sending..."
        >
          Send reply
        </Button>
      </form>
      <LeaveDialog guard={guard}>
        Your reply to {lead.name} is not sent and will be lost.
      </LeaveDialog>
    </Panel>
  );
}
