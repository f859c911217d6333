import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api.ts';
import { useApiForm } from '#client/use-api-form.ts';
import { useCall } from '#client/use-call.ts';
import { useViewer } from '#client/viewer.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { toast } from '#ui/toast.ts';
import { disableWebhookEndpoint, listUserWebhooks } from '../../wire/index.ts';
import type { StaffWebhookEndpointWire } from '../../wire/staff-endpoints.ts';
import { EndpointBadge } from '../endpoints/EndpointBadge.tsx';

const toKey = (userId: number) => ['staff', 'webhooks', userId];

type DisableProps = { endpoint: StaffWebhookEndpointWire; onClose: () => void };

function DisableDialog({ endpoint: { id, url, user }, onClose }: DisableProps) {
  const queryClient = useQueryClient();
  const disable = useMutation({
    mutationFn: (reason: string) =>
      call(disableWebhookEndpoint, { params: { id }, body: { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: toKey(user) }),
  });
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { reason: '' },
    rules: ({ reason }) => (reason.trim() ? {} : { reason: 'Enter a reason.' }),
    save: async ({ reason }) => {
      await disable.mutateAsync(reason);
      toast.success('Endpoint disabled');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Disable the endpoint?"
      description={`Nothing is sent to ${url} until the customer enables it. What waits becomes failed.`}
      size="small"
      submitLabel="Disable"
      busyLabel="Disabling..."
      tone="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <TextField
        label="Reason"
        help="For the audit log."
        required
        maxLength={500}
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}

type Disable = (endpoint: StaffWebhookEndpointWire) => void;

const columnsWith = (disable: Disable | undefined): Column<StaffWebhookEndpointWire>[] => [
  {
    key: 'url',
    header: 'Endpoint',
    cell: (row) => (
      <>
        <span className="font-mono text-xs wrap-anywhere">{row.url}</span>
        {row.failing_since && (
          <span className="block text-sm text-quiet">
            Failing since <RelativeTime value={row.failing_since} />
          </span>
        )}
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <EndpointBadge endpoint={row} /> },
  {
    key: 'deliveries',
    header: 'Deliveries',
    cell: ({ waiting, failed }) => `${formatCount(waiting)} waiting, ${formatCount(failed)} failed`,
    isSecondary: true,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) =>
      disable &&
      row.is_enabled && (
        <Button variant="quiet" size="small" onClick={() => disable(row)}>
          Disable
        </Button>
      ),
    width: '7rem',
    isNumeric: true,
  },
];

/** A customer's endpoints with what fails, for staff. */
export function UserWebhooks({ userId }: { userId: number }) {
  const { may } = useViewer();
  const [selected, ask] = useState<StaffWebhookEndpointWire>();
  const webhooks = useCall(toKey(userId), listUserWebhooks, { params: { id: String(userId) } });
  return (
    <Panel title="Webhooks" isFlush>
      {webhooks.isError ? (
        <LoadError message={errorMessage(webhooks.error)} onRetry={() => webhooks.refetch()} />
      ) : (
        <Table
          caption="Webhooks"
          columns={columnsWith(may('users.disable_webhooks') ? ask : undefined)}
          rows={webhooks.data?.endpoints ?? []}
          rowKey={({ id }) => id}
          isLoading={webhooks.isPending}
          skeletonRowsCount={1}
          empty={<p className="p-5 text-sm text-quiet">No endpoint yet.</p>}
        />
      )}
      {selected && <DisableDialog endpoint={selected} onClose={() => ask(undefined)} />}
    </Panel>
  );
}
