import { TriangleAlert } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { LeaveDialog, type LeaveDialogProps } from './LeaveDialog.tsx';

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'children'> & {
  submitLabel: string;
  busyLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  /** The dialog can't be closed while the form is sent. */
  isBusy: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
  /** From `useLeaveGuard`: asks before the dialog closes with unsaved input. */
  guard?: LeaveDialogProps['guard'] & { ask: (leave: () => void) => void };
  /** What would be lost. */
  loss?: ReactNode;
};

/** A form with its buttons in the dialog's footer. */
export function FormDialog({
  submitLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  isBusy,
  onSubmit,
  onClose,
  guard,
  loss = 'What you typed is not saved and will be lost.',
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const close = guard ? () => guard.ask(onClose) : onClose;
  return (
    <>
      <Dialog
        {...dialog}
        isOpen
        onOpenChange={(isOpen) => !isOpen && !isBusy && close()}
        actions={
          <>
            <Button variant="quiet" onClick={close} disabled={isBusy}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              form={id}
              variant={tone}
              icon={tone === 'danger' && <TriangleAlert size={16} aria-hidden />}
              isBusy={isBusy}
              busyLabel={busyLabel}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <form id={id} onSubmit={onSubmit} noValidate className="grid gap-5">
          {children}
        </form>
      </Dialog>
      {guard && <LeaveDialog guard={guard}>{loss}</LeaveDialog>}
    </>
  );
}
