import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Banner } from '../Banner.tsx';
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
  /** Further fields above the reason; `onConfirm` gets their values from the form. */
  fields?: ReactNode;
  onClose: () => void;
  /**
   * The dialog closes when its promise resolves; a rejection keeps it open and shows the message.
   */
  onConfirm: (reason: string, form: FormData) => Promise<unknown>;
};

/** A confirmation that records a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, busyLabel, tone = 'primary', typed, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState({ reason: false, typed: false });

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason') ?? '').trim();
    const isTyped = typed === undefined || String(form.get('typed') ?? '').trim() === typed;
    setMissing({ reason: reason === '', typed: !isTyped });
    if (reason === '' || !isTyped) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await props.onConfirm(reason, form);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'An unexpected error occurred');
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={title}
      description={description}
      size="small"
      submitLabel={confirmLabel}
      busyLabel={busyLabel}
      tone={tone}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && <Banner tone="error">{failure}</Banner>}
      {props.fields}
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        maxLength={500}
        required
        help="It is recorded in the audit log."
        onChange={() => setMissing({ ...missing, reason: false })}
        error={missing.reason ? 'Say why.' : undefined}
      />
      {typed !== undefined && (
        <TextField
          label={`Type ${typed} to confirm`}
          name="typed"
          autoComplete="off"
          spellCheck={false}
          required
          onChange={() => setMissing({ ...missing, typed: false })}
          error={missing.typed ? `Type it exactly: ${typed}` : undefined}
        />
      )}
    </FormDialog>
  );
}
