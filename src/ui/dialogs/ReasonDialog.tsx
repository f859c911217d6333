import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { errorMessage } from '#lib/call-error.ts';
import { FormError } from '../fields/FormError.tsx';
import { TextArea } from '../fields/TextArea.tsx';
import { TextField } from '../fields/TextField.tsx';
import { FormDialog } from './FormDialog.tsx';

export type ReasonDialogProps = {
  title: ReactNode;
  /** The consequence. */
  description: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  tone?: 'danger' | 'primary';
  /** Must be typed to confirm an irreversible action. */
  typed?: string;
  onClose: () => void;
  /**
   * The dialog closes when its promise resolves; a rejection keeps it open and shows the message.
   */
  onConfirm: (reason: string) => Promise<unknown>;
};

/** A confirmation that records a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, busyLabel, tone = 'primary', typed, onClose } = props;
  const form = useForm({ defaultValues: { reason: '', typed: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ reason }) => {
    if (isSubmitting) return;
    try {
      await props.onConfirm(reason.trim());
      onClose();
    } catch (error) {
      form.setError('root', { message: errorMessage(error) });
    }
  });

  return (
    <FormDialog
      title={title}
      description={description}
      size="small"
      submitLabel={confirmLabel}
      busyLabel={busyLabel}
      tone={tone}
      isBusy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <TextArea
        label="Reason"
        rows={3}
        maxLength={500}
        required
        help="It is recorded in the audit log."
        error={errors.reason?.message}
        {...form.register('reason', { validate: (text) => text.trim() !== '' || 'Say why.' })}
      />
      {typed !== undefined && (
        <TextField
          label={`Type ${typed} to confirm`}
          autoComplete="off"
          spellCheck={false}
          required
          error={errors.typed?.message}
          {...form.register('typed', {
            validate: (text) => text.trim() === typed || `Type it exactly: ${typed}`,
          })}
        />
      )}
    </FormDialog>
  );
}
