import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { CalculationWire } from '../../calculation-schema.ts';
import type { FactKind } from '../../facts.ts';
import { useShare, useUnshare } from '../queries.ts';

type ShareProps = { kind: FactKind; calculation: CalculationWire };

function SharedLink({ kind, calculation }: ShareProps) {
  const [isAsked, setAsked] = useState(false);
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
        <Button variant="danger" onClick={() => setAsked(true)}>
          Withdraw link
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setAsked}
        title="Withdraw the link?"
        description="Whoever has it sees nothing any more. A new link will be another one."
        confirmLabel="Withdraw link"
        busyLabel="Withdrawing..."
        cancelLabel="Keep it"
        onConfirm={confirm}
      />
    </div>
  );
}

/** A page that shows this calculation to whoever has its address. */
export function SharePanel({ kind, calculation }: ShareProps) {
  const share = useShare(kind, String(calculation.id));
  const onError = (error: unknown) => toast.error(messageOf(error));
  return (
    <Panel
      title="Share"
      description="Anybody with the link sees the facts and the result, not your notes."
    >
      {calculation.share_url ? (
        <SharedLink kind={kind} calculation={calculation} />
      ) : (
        <Button
          icon={<Link2 size={16} aria-hidden />}
          onClick={() => share.mutate(undefined, { onError })}
          isBusy={share.isPending}
          busyLabel="Making the link..."
        >
          Make a link
        </Button>
      )}
    </Panel>
  );
}
