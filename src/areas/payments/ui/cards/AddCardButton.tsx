import { Plus } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { toastError } from '#ui/toast.ts';
import { useStartCard } from './queries.ts';

export function AddCardButton() {
  const start = useStartCard();
  return (
    <Button
      variant="primary"
      icon={<Plus size={18} aria-hidden />}
      isBusy={start.isPending}
      busyLabel="Opening..."
      onClick={() => start.mutate({ replaces: null }, { onError: toastError })}
    >
      Add card
    </Button>
  );
}
