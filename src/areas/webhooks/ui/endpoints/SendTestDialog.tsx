import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { toast } from '#ui/toast.ts';
import type { WebhookEndpointWire } from '../../wire/index.ts';
import { useEventTypes, useSendTest } from '../queries.ts';

type SendTestDialogProps = { endpoint: WebhookEndpointWire; onClose: () => void };

export function SendTestDialog({ endpoint, onClose }: SendTestDialogProps) {
  const types = useEventTypes().data?.results ?? [];
  const send = useSendTest(endpoint.id);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { type: endpoint.event_types?.[0] ?? 'payment.completed' },
    save: async ({ type }) => {
      await send.mutateAsync(type);
      toast.success(`Test event ${type} sent`);
      onClose();
    },
  });
  const chosen = useWatch({ control: form.control, name: 'type' });
  const example = types.find(({ type }) => type === chosen)?.example;
  return (
    <FormDialog
      title="Send a test event"
      description="Signed like a real one, with example data and is_test set to true."
      size="large"
      submitLabel="Send test event"
      busyLabel="Sending..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <SelectField
        label="Event"
        options={types.map(({ type, summary }) => ({ value: type, label: `${type}: ${summary}` }))}
        error={form.formState.errors.type?.message}
        {...form.register('type')}
      />
      {example && (
        <div>
          <p className="mb-1 text-sm font-medium">Its data</p>
          <pre className="max-h-64 overflow-auto border border-line p-3 font-mono text-xs surface-sunken">
            {JSON.stringify(example, null, 2)}
          </pre>
        </div>
      )}
    </FormDialog>
  );
}
