// Creating and editing an endpoint, its secret, and what is asked before it is changed for good.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard, useUnloadPrompt } from '#client/use-leave-guard.ts';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { SecretDialog, SecretValue } from '#ui/dialogs/SecretDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { NewWebhookEndpointWire, WebhookEndpointWire } from '../../wire/index.ts';
import { secretOverlapHours } from '../../wire/webhooks.constants.ts';
import {
  useCreateEndpoint,
  useDeleteEndpoint,
  useEditEndpoint,
  useRotateSecret,
} from '../queries.ts';
import { EndpointFields } from './EndpointFields.tsx';
import { webhooksPath } from './endpoint.labels.ts';
import { emptyValues, endpointFieldNames, toBody, toValues } from './endpoint-form.ts';

type CreateProps = { onCreated: (endpoint: NewWebhookEndpointWire) => void; onClose: () => void };

export function CreateEndpointDialog({ onCreated, onClose }: CreateProps) {
  const create = useCreateEndpoint();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: emptyValues,
    loadSchema: () =>
      import('../../wire/endpoints.form.ts').then((module) => module.createEndpointBody),
    fieldNames: endpointFieldNames,
    toBody,
    save: async (body) => onCreated(await create.mutateAsync(body)),
  });
  return (
    <FormDialog
      title="Add an endpoint"
      size="large"
      submitLabel="Add endpoint"
      busyLabel="Adding..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

type EndpointProps = { endpoint: WebhookEndpointWire; onClose: () => void };

export function EditEndpointDialog({ endpoint, onClose }: EndpointProps) {
  const edit = useEditEndpoint(endpoint.id);
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: toValues(endpoint),
    loadSchema: () =>
      import('../../wire/endpoints.form.ts').then((module) => module.updateEndpointBody),
    fieldNames: endpointFieldNames,
    toBody,
    save: async (body) => {
      await edit.mutateAsync(body);
      toast.success('Endpoint saved');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Edit the endpoint"
      size="large"
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

type SecretProps = { endpoint: NewWebhookEndpointWire; onClose: () => void };

export function NewSecretDialog({ endpoint, onClose }: SecretProps) {
  const [isSaved, setSaved] = useState(false);
  useUnloadPrompt(!isSaved);
  return (
    <SecretDialog
      title="The signing secret"
      what="secret"
      storage="We keep it encrypted, to sign with it."
      isSaved={isSaved}
      onSavedChange={setSaved}
      onClose={onClose}
    >
      <SecretValue
        label="Signing secret"
        value={endpoint.secret}
        copyLabel="Copy secret"
        variant="primary"
      />
      <p className="text-sm text-quiet">
        Your server checks with it that an event comes from us.{' '}
        <a href="/docs/guides/webhooks" className="link">
          How to verify
        </a>
      </p>
    </SecretDialog>
  );
}

type RotateProps = EndpointProps & { onRotated: (endpoint: NewWebhookEndpointWire) => void };

export function RotateSecretDialog({ endpoint, onRotated, onClose }: RotateProps) {
  const rotate = useRotateSecret(endpoint.id);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Rotate the signing secret?"
      description={`You get a new secret. The present one signs too for ${secretOverlapHours} hours, so that you can change over.`}
      confirmLabel="Rotate the secret"
      busyLabel="Rotating..."
      tone="primary"
      onConfirm={async () => {
        const created = await rotate.mutateAsync(undefined);
        // After the dialog has closed itself.
        setTimeout(() => onRotated(created));
      }}
    />
  );
}

export function DeleteEndpointDialog({ endpoint, onClose }: EndpointProps) {
  const remove = useDeleteEndpoint(endpoint.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Delete the endpoint?"
      description="Its deliveries are deleted, too, and nothing is sent to it any more. This can’t be undone."
      confirmLabel="Delete the endpoint"
      busyLabel="Deleting..."
      cancelLabel="Keep it"
      onConfirm={async () => {
        await remove.mutateAsync(undefined);
        toast.success('Endpoint deleted');
        await navigate(webhooksPath);
      }}
    />
  );
}
