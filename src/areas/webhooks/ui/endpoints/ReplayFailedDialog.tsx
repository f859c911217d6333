import { useApiForm } from '#client/use-api-form.ts';
import { hourMs } from '#lib/durations.ts';
import { formatCount } from '#lib/format.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { toast } from '#ui/toast.ts';
import type { WebhookEndpointWire } from '../../wire/index.ts';
import { deliveryDays } from '../../wire/webhooks.constants.ts';
import { useReplayFailed } from '../queries.ts';

const spans = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last 7 days' },
  { value: String(24 * deliveryDays), label: `All ${deliveryDays} days that are kept` },
];

type ReplayFailedDialogProps = { endpoint: WebhookEndpointWire; onClose: () => void };

export function ReplayFailedDialog({ endpoint, onClose }: ReplayFailedDialogProps) {
  const replay = useReplayFailed(endpoint.id);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { hours: '24' },
    save: async ({ hours }) => {
      const since = new Date(Date.now() - Number(hours) * hourMs).toISOString();
      const { replayed } = await replay.mutateAsync(since);
      toast.success(
        replayed === 0
          ? 'Nothing failed in that time'
          : `${formatCount(replayed, 'delivery', 'deliveries')} sent again`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Send failed deliveries again"
      description="Each keeps its webhook-id, so that your server can tell what it has handled already."
      size="small"
      submitLabel="Send again"
      busyLabel="Sending..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <SelectField label="What failed in" options={spans} {...form.register('hours')} />
    </FormDialog>
  );
}
