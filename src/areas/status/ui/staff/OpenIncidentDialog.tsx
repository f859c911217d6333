import { useNavigate } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import {
  type IncidentState,
  incidentStateLabels,
  incidentStates,
  messageLengthMax,
  titleLengthMax,
} from '../../wire/status.constants.ts';
import { ImpactFields } from './ImpactFields.tsx';
import { toAffected, toImpactValues } from './incident-form.ts';
import { useOpenIncident } from './queries.ts';

type OpenState = Exclude<IncidentState, 'resolved'>;

const stateOptions = incidentStates
  .filter((state) => state !== 'resolved')
  .map((value) => ({ value, label: incidentStateLabels[value] }));

export function OpenIncidentDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenIncident();
  const navigate = useNavigate();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: {
      title: '',
      state: 'investigating' as OpenState,
      message: '',
      impacts: toImpactValues([]),
    },
    loadSchema: () =>
      import('../../wire/incidents.form.ts').then((module) => module.openIncidentBody),
    toBody: ({ impacts, ...values }) => ({ ...values, components: toAffected(impacts) }),
    save: async (body, { idempotencyKey }) => {
      const { id } = await open.mutateAsync({ ...body, idempotencyKey });
      toast.success('The incident is on the status page.');
      onClose();
      await navigate(`/admin/incidents/${id}`);
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const field = useFormFields(form);
  return (
    <FormDialog
      title="Open an incident"
      description="Everyone sees it on the status page at once."
      size="large"
      submitLabel="Open incident"
      busyLabel="Opening..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <FormError form={form} />
      <TextField
        label="Title"
        help="What customers notice, such as “Payments are delayed”."
        maxLength={titleLengthMax}
        autoComplete="off"
        required
        {...field('title')}
      />
      <SelectField label="State" options={stateOptions} {...form.register('state')} />
      <ImpactFields register={form.register} />
      <TextArea
        label="Message"
        rows={3}
        help="What happens, who is affected, and when you write again. Without names of customers."
        maxLength={messageLengthMax}
        required
        {...field('message')}
      />
    </FormDialog>
  );
}
