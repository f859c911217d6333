import { useState } from 'react';
import type { RunEachResult } from '#lib/run-each.ts';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { resultToasts } from '../toast.ts';

export type BulkButtonProps = {
  children: string;
  /** Follows the count in the toast: "sent again". */
  doneLabel: string;
  selected: readonly string[];
  /** A mutation that takes the selected keys. */
  change: { isPending: boolean; mutateAsync: (keys: string[]) => Promise<RunEachResult> };
  /** Clears the selection. */
  onDone: () => void;
  /** Asked first where the action can't be undone. */
  question?: { title: string; description: string };
};

/** One action for all selected rows; refusals are shown in a toast. */
export function BulkButton(props: BulkButtonProps) {
  const { children, doneLabel, selected, change, onDone, question } = props;
  const [isAsking, setAsking] = useState(false);
  const results = resultToasts(children);

  async function run() {
    const { done, errors } = await change.mutateAsync([...selected]);
    const changed = done > 0 ? `${done} ${doneLabel}` : '';
    const refused = errors[0] ? `${errors.length} refused: ${errors[0].message}` : '';
    const message = [changed, refused].filter(Boolean).join(', ');
    if (errors[0]) results.error(message);
    else if (changed) results.success(message);
    onDone();
  }

  return (
    <>
      <Button
        size="small"
        isBusy={change.isPending}
        onClick={() => (question ? setAsking(true) : void run())}
      >
        {children}
      </Button>
      {question && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setAsking}
          {...question}
          confirmLabel={children}
          onConfirm={run}
        />
      )}
    </>
  );
}
