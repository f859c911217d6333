import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { type LeadChange, useAssignees, useChangeLead } from './queries.ts';

type Values = { assigned_to: string; admin_notes: string; is_spam: boolean };

const toValues = (lead: LeadWire): Values => ({
  assigned_to: String(lead.assigned_to ?? ''),
  admin_notes: lead.admin_notes ?? '',
  is_spam: lead.is_spam ?? false,
});

const toBody = ({ assigned_to, ...values }: Values): LeadChange => ({
  ...values,
  assigned_to: assigned_to === '' ? null : Number(assigned_to),
});

/** Assignment, internal notes and the spam flag. */
export function LeadTracking({ lead }: { lead: LeadWire }) {
  const people = useAssignees().data ?? [];
  const change = useChangeLead(lead.id);
  const { form, submit, isBusy, hasChanges } = useApiForm<Values, LeadChange>({
    defaultValues: toValues(lead),
    toBody,
    save: async (body, { values }) => {
      await change.mutateAsync(body);
      form.reset(values, { keepValues: true });
      toast.success('Saved');
    },
  });
  const field = useFormFields(form);
  const assigned = useWatch({ control: form.control, name: 'assigned_to' });
  const guard = useLeaveGuard(hasChanges);

  return (
    <Panel title="Tracking">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <FormError form={form} />
        <SelectField
          label="Assigned to"
          placeholder="Nobody"
          options={people.map(({ id, email }) => ({ value: String(id), label: email }))}
          {...field('assigned_to')}
          // Its options may load later than it renders.
          value={assigned}
        />
        <TextArea
          label="Notes"
          help="Never shown to the sender."
          maxLength={10_000}
          {...field('admin_notes')}
        />
        <Checkbox label="This is spam" {...form.register('is_spam')} />
        <Button type="submit" className="justify-self-start" isBusy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </form>
      <LeaveDialog guard={guard}>
        Your changes to the tracking are not saved and will be lost.
      </LeaveDialog>
    </Panel>
  );
}
