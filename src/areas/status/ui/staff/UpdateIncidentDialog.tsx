import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import type { IncidentWire } from '../../wire/incidents.ts';
import {
  type IncidentState,
  incidentStateLabels,
  incidentStates,
  messageLengthMax,
} from '../../wire/status.constants.ts';
import { ImpactFields } from './ImpactFields.tsx';
import { toAffected, toImpactValues } from './incident-form.ts';
import { useUpdateIncident } from './queries.ts';

type UpdateIncidentDialogProps = {
  incident: IncidentWire;
  /** The chosen state when it opens. */
  state: IncidentState;
  onClose: () => void;
};

const stateOptions = incidentStates.map((value) => ({ value, label: incidentStateLabels[value] }));

export function UpdateIncidentDialog({ incident, state, onClose }: UpdateIncidentDialogProps) {
  const update = useUpdateIncident();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: { state, message: '', impacts: toImpactValues(incident.components) },
    loadSchema: () =>
      import('../../wire/incidents.form.ts').then((module) => module.updateIncidentBody),
    toBody: ({ impacts, ...values }) => ({ ...values, components: toAffected(impacts) }),
    save: async (body, { idempotencyKey }) => {
      await update.mutateAsync({ id: incident.id, ...body, idempotencyKey });
      toast.success(body.state === 'resolved' ? 'The incident is resolved.' : 'Update published.');
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const isResolving = useWatch({ control: form.control, name: 'state' }) === 'resolved';
  return (
    <FormDialog
      title={isResolving ? 'Resolve the incident' : 'Write an update'}
      description={
        isResolving
          ? 'It moves to the past incidents, and can’t be opened again.'
          : 'Everyone sees it on the status page at once.'
      }
      size="large"
      submitLabel={isResolving ? 'Resolve incident' : 'Publish update'}
      busyLabel="Publishing..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <FormError form={form} />
      <SelectField label="State" options={stateOptions} {...form.register('state')} />
      {!isResolving && <ImpactFields register={form.register} />}
      <TextArea
        label="Message"
        rows={3}
        help="What has changed since the last update. Without names of customers."
        maxLength={messageLengthMax}
        required
        error={form.formState.errors.message?.message}
        {...form.register('message')}
      />
    </FormDialog>
  );
}
