import { useState } from 'react';
import { call } from '#client/api.ts';
import { Button } from '#ui/Button.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { toast } from '#ui/toast.ts';
import { revokeApiKey } from '../../wire/index.ts';

type KeyActionsProps = {
  apiKey: { id: string; name: string; key_preview: string; status: string };
  onDone: () => Promise<unknown>;
};

/** Lets an admin revoke a customer's key, for example a leaked one. */
export function KeyActions({ apiKey, onDone }: KeyActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const { id, name, key_preview, status } = apiKey;
  if (status === 'revoked') return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Revoke
        <span className="sr-only"> {name}</span>
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Revoke key ${name}?`}
          description={`Calls with ${key_preview} are refused at once. This can't be undone. The customer sees the reason.`}
          confirmLabel="Revoke key"
          busyLabel="Revoking..."
          tone="danger"
          typed={name}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            await call(revokeApiKey, { params: { id }, body: { reason } });
            toast.success(`Key ${name} is revoked`);
            await onDone();
          }}
        />
      )}
    </>
  );
}
