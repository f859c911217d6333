import { TriangleAlert } from 'lucide-react';
import { type SubmitEvent, useId } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'children'> & {
  submitLabel: string;
  busyLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  /** The dialog can't be closed while the form is sent. */
  isBusy: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
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
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={isBusy}>
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
  );
}
