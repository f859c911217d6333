import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { useFocusReturn } from '../focus/use-focus-return.ts';
import { dialogBoxClass, scrimClass } from './dialog-class.ts';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Names the thing: "Revoke key `ci`?" */
  title: ReactNode;
  /** The consequence, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  /**
   * The dialog closes when its promise resolves; a rejection keeps it open and shows the message.
   */
  onConfirm: () => unknown;
};

function useConfirmation({ onConfirm, onOpenChange }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'An unexpected error occurred');
    }
    setBusy(false);
  }

  function changeOpen(isOpen: boolean) {
    // Closing during the call would hide its failure.
    if (isBusy) return;
    setFailure(undefined);
    onOpenChange(isOpen);
  }
  return { isBusy, failure, confirm, changeOpen };
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, description, confirmLabel, busyLabel, tone = 'danger' } = props;
  const { isBusy, failure, confirm, changeOpen } = useConfirmation(props);
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={changeOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrimClass} />
        <AlertDialog.Content
          className={clsx(dialogBoxClass, 'gap-3 p-6 sm:max-w-md')}
          {...focusReturn}
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-quiet">{description}</AlertDialog.Description>
          {failure && <Banner tone="error">{failure}</Banner>}
          <footer className="mt-3 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet">{props.cancelLabel ?? 'Cancel'}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={tone}
              icon={tone === 'danger' && <TriangleAlert size={16} aria-hidden />}
              isBusy={isBusy}
              busyLabel={busyLabel}
              onClick={confirm}
            >
              {confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
