import { TriangleAlert } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../contract.ts';
import { useRevokeKey } from './queries.ts';

type RevokeKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

/** There is no way back, so the name is typed. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const id = useId();
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
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !revoke.isPending && onClose()}
      title={`Revoke key ${apiKey.name}?`}
      description="Calls with it are refused at once. This can't be undone."
      size="small"
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={revoke.isPending}>
            Keep it
          </Button>
          <Button
            type="submit"
            form={id}
            variant="danger"
            icon={<TriangleAlert size={16} aria-hidden />}
            isBusy={revoke.isPending}
            busyLabel="Revoking..."
          >
            Revoke key
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-5">
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
      </form>
    </Dialog>
  );
}
