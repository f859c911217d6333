import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { FactKind } from '../../facts.ts';
import { useDeleteCalculation } from '../queries.ts';

type DeleteCalculationProps = {
  kind: FactKind;
  id: string;
  name: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted?: () => void;
};

export function DeleteCalculation(props: DeleteCalculationProps) {
  const { kind, id, name, isOpen, onOpenChange, onDeleted } = props;
  const remove = useDeleteCalculation(kind);

  async function confirm() {
    await remove.mutateAsync(id);
    toast.success('Calculation deleted');
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Delete "${name}"?`}
      description="Its link and its paper stop working. This can't be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      cancelLabel="Keep it"
      onConfirm={confirm}
    />
  );
}
