import { useState } from 'react';
import { call } from '#client/api.ts';
import { useViewer } from '#client/viewer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import { resumeSubscription, suspendSubscription } from '../../wire/index.ts';

type PlanActionsProps = { id: string; state: string; onDone: () => Promise<unknown> };

/** Lets finance suspend and resume a plan. */
export function PlanActions({ id, state, onDone }: PlanActionsProps) {
  const { may } = useViewer();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = state === 'suspended';
  if (!may('payments.decide') || !(isSuspended || state === 'active')) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {isSuspended ? 'Resume plan' : 'Suspend plan'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={isSuspended ? 'Resume this plan?' : 'Suspend this plan?'}
        description={
          isSuspended
            ? 'Calls are accepted again. The rest of the period is kept.'
            : 'Calls are refused, and nothing is charged until it is resumed.'
        }
        confirmLabel={isSuspended ? 'Resume' : 'Suspend'}
        tone={isSuspended ? 'primary' : 'danger'}
        onConfirm={async () => {
          await call(isSuspended ? resumeSubscription : suspendSubscription, { params: { id } });
          toast.success(isSuspended ? 'The plan is resumed' : 'The plan is suspended');
          await onDone();
        }}
      />
    </>
  );
}
