import { useChangeLead } from '#areas/leads/ui/staff/queries.ts';
import { useChangeTicket } from '#areas/support/ui/queries.ts';
import { useViewer } from '#client/viewer.ts';
import { Button } from '#ui/Button.tsx';
import { toastError } from '#ui/toast.ts';

type AssignProps = {
  isBusy: boolean;
  assign: (assigned_to: number) => Promise<unknown>;
  onDone: () => void;
};

/** Assigns an unassigned record to the person who presses it. */
function AssignToMe({ isBusy, assign, onDone }: AssignProps) {
  const viewer = useViewer();
  return (
    <Button
      size="small"
      variant="quiet"
      isBusy={isBusy}
      onClick={() => void assign(viewer.id).then(onDone, toastError)}
    >
      Assign to me
    </Button>
  );
}

type RecordProps = { id: string; onDone: () => void };

export function AssignLead({ id, onDone }: RecordProps) {
  const change = useChangeLead(Number(id));
  const assign = (assigned_to: number) => change.mutateAsync({ assigned_to });
  return <AssignToMe isBusy={change.isPending} assign={assign} onDone={onDone} />;
}

export function AssignTicket({ id, onDone }: RecordProps) {
  const change = useChangeTicket(id);
  const assign = (assigned_to: number) => change.mutateAsync({ assigned_to });
  return <AssignToMe isBusy={change.isPending} assign={assign} onDone={onDone} />;
}
