import { useState } from 'react';
import { call } from '#client/api.ts';
import { useViewer } from '#client/viewer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import { resumeSubscription, suspendSubscription } from '../../contract.ts';

type PlanActionsProps = { id: string; state: string; onDone: () => Promise<unknown> };

/** Finance holds a plan back, and lets it go on with the rest of its period. */
export function PlanActions({ id, state, onDone }: PlanActionsProps) {
  const { may } = useViewer();
  const [isAsking, setAsking] = useState(false);
  const isHeld = state === 'suspended';
  if (!may('payments.decide') || !(isHeld || state === 'active')) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {isHeld ? 'Resume plan' : 'Suspend plan'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={isHeld ? 'Resume this plan?' : 'Suspend this plan?'}
        description={
          isHeld
            ? 'Calls are let through again. The rest of the period is kept.'
            : 'Calls are refused, and nothing is charged until it is resumed.'
        }
        confirmLabel={isHeld ? 'Resume' : 'Suspend'}
        tone={isHeld ? 'primary' : 'danger'}
        onConfirm={async () => {
          await call(isHeld ? resumeSubscription : suspendSubscription, { params: { id } });
          toast.success(isHeld ? 'The plan goes on' : 'The plan is suspended');
          await onDone();
        }}
      />
    </>
  );
}
