import { Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { authPath } from '#client/return-url.ts';
import { session } from '#client/session.ts';
import { errorMessage, errorNumber } from '#lib/call-error.ts';
import { formatWait } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { CodeInput } from '#ui/fields/CodeInput.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import { useDeleteAccount, useRequestDeletion } from '../queries.ts';
import { codeLength } from '../sign-in/sign-in-calls.ts';

type DeletionDialogProps = { email: string; onClose: () => void };

function explain(error: unknown): string {
  const waitSeconds = errorNumber(error, 'retry_after');
  const words = errorMessage(error);
  return waitSeconds === undefined ? words : `${words} Try again in ${formatWait(waitSeconds)}.`;
}

function useDeletion() {
  const request = useRequestDeletion();
  const deletion = useDeleteAccount();
  const [code, setCode] = useState('');
  const navigate = useNavigate();

  async function confirm() {
    try {
      await deletion.mutateAsync(code);
    } catch {
      return setCode('');
    }
    session.clear('signed_out');
    void navigate(authPath);
    toast.success('Your account is deleted');
  }
  return { request, deletion, code, setCode, confirm };
}

function DeletionDialog({ email, onClose }: DeletionDialogProps) {
  const { request, deletion, code, setCode, confirm } = useDeletion();
  const error = deletion.error ?? request.error;
  const sendButton = (
    <Button
      variant="danger"
      icon={<Mail size={16} aria-hidden />}
      onClick={() => request.mutate()}
      isBusy={request.isPending}
      busyLabel="Sending..."
    >
      Send me a code
    </Button>
  );
  const deleteButton = (
    <Button
      variant="danger"
      icon={<Trash2 size={16} aria-hidden />}
      disabled={code.length < codeLength && !deletion.isPending}
      onClick={confirm}
      isBusy={deletion.isPending}
      busyLabel="Deleting..."
    >
      Delete my account
    </Button>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !deletion.isPending && onClose()}
      size="small"
      title={`Delete the account ${email}?`}
      description="You are signed out everywhere, your profile is erased, and your API keys stop working. This can't be undone. The address can open a new account after 30 days."
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={deletion.isPending}>
            Keep my account
          </Button>
          {request.isSuccess ? deleteButton : sendButton}
        </>
      }
    >
      <div className="grid gap-5">
        {error && <Banner tone="error">{explain(error)}</Banner>}
        {request.isSuccess ? (
          <CodeInput
            label={`The code we sent to ${email}`}
            value={code}
            onChange={setCode}
            autoFocus
          />
        ) : (
          <p>We send a code to your address first, so that nobody else can do this.</p>
        )}
      </div>
    </Dialog>
  );
}

export function DeleteAccount({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Delete account" description="Ends the account and erases your profile for good.">
      <Button
        variant="danger"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Delete account
      </Button>
      {isOpen && <DeletionDialog email={email} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
