import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useDeleteCalculation } from '../queries.ts';

type DeleteCalculationProps = {
  kind: ImportKind;
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
      description="Its share link and PDF link stop working. This can't be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      cancelLabel="Keep it"
      onConfirm={confirm}
    />
  );
}
