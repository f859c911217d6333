import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast, toastError } from '#ui/toast.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useShare, useUnshare } from '../queries.ts';

type ShareProps = { kind: ImportKind; calculation: CalculationWire };

function SharedLink({ kind, calculation }: ShareProps) {
  const [isConfirming, setConfirming] = useState(false);
  const withdraw = useUnshare(kind, String(calculation.id));
  const url = calculation.share_url ?? '';

  async function confirm() {
    await withdraw.mutateAsync();
    toast.success('The link is withdrawn');
  }

  return (
    <div className="grid gap-3">
      <TextField label="Link" value={url} readOnly onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap gap-3">
        <CopyButton value={url} label="Copy link" />
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Withdraw link
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title="Withdraw the link?"
        description="It stops working for everyone. A new link will have a different address."
        confirmLabel="Withdraw link"
        busyLabel="Withdrawing..."
        cancelLabel="Keep it"
        onConfirm={confirm}
      />
    </div>
  );
}

/** Creates or withdraws a link that shows this calculation to anyone who has it. */
export function SharePanel({ kind, calculation }: ShareProps) {
  const share = useShare(kind, String(calculation.id));
  return (
    <Panel
      title="Share"
      description="Anyone with the link sees the facts and the result, but not your notes."
    >
      {calculation.share_url ? (
        <SharedLink kind={kind} calculation={calculation} />
      ) : (
        <Button
          icon={<Link2 size={16} aria-hidden />}
          onClick={() => share.mutate(undefined, { onError: toastError })}
          isBusy={share.isPending}
          busyLabel="Creating the link..."
        >
          Create a link
        </Button>
      )}
    </Panel>
  );
}
