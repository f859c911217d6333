import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { useRevokeKey } from './queries.ts';

type RevokeKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

/** Revoking is permanent, so the name has to be typed. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const [typed, setTyped] = useState('');
  const [isWarned, setHeld] = useState(false);
  const revoke = useRevokeKey(apiKey.id);
  const isSame = typed.trim() === apiKey.name;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setHeld(!isSame);
    if (!isSame) return;
    const onSuccess = () => {
      toast.success(`Key ${apiKey.name} revoked`);
      onClose();
    };
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    revoke.mutate(reason, { onSuccess });
  }

  return (
    <FormDialog
      title={`Revoke key ${apiKey.name}?`}
      description="Calls with it are refused at once. This can't be undone."
      size="small"
      submitLabel="Revoke key"
      busyLabel="Revoking..."
      cancelLabel="Keep it"
      tone="danger"
      isBusy={revoke.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {revoke.isError && <Banner tone="error">{errorMessage(revoke.error)}</Banner>}
      <TextField
        label={`Type ${apiKey.name} to confirm`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
        spellCheck={false}
        required
        error={isWarned && !isSame ? `Type the name exactly: ${apiKey.name}` : undefined}
      />
      <TextField
        label="Reason"
        name="reason"
        help="For your own records."
        maxLength={500}
        autoComplete="off"
      />
    </FormDialog>
  );
}
