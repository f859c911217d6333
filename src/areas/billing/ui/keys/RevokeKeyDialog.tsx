import { type SubmitEvent, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../contract.ts';
import { useRevokeKey } from './queries.ts';

type RevokeKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

/** There is no way back, so the name is typed. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const [typed, setTyped] = useState('');
  const [isHeld, setHeld] = useState(false);
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
      {revoke.isError && <Banner tone="error">{messageOf(revoke.error)}</Banner>}
      <TextField
        label={`Type ${apiKey.name} to confirm`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
        spellCheck={false}
        required
        error={isHeld && !isSame ? `Type the name exactly: ${apiKey.name}` : undefined}
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
