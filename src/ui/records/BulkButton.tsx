import { useState } from 'react';
import type { EachResult } from '#lib/do-each.ts';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { toast } from '../toast.ts';

export type BulkButtonProps = {
  children: string;
  /** After a count: "sent again". */
  said: string;
  selected: readonly string[];
  /** A mutation that takes the selected keys. */
  change: { isPending: boolean; mutateAsync: (keys: string[]) => Promise<EachResult> };
  /** Clears the selection. */
  onDone: () => void;
  /** Asked first, where it can't be undone. */
  question?: { title: string; description: string };
};

/** One step for the selected rows; what some of them refuse is told. */
export function BulkButton(props: BulkButtonProps) {
  const { children, said, selected, change, onDone, question } = props;
  const [isAsking, setAsking] = useState(false);

  async function run() {
    const { done, refused } = await change.mutateAsync([...selected]);
    if (done > 0) toast.success(`${done} ${said}`);
    if (refused[0]) toast.error(`${refused.length} refused: ${refused[0].message}`);
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
