import clsx from 'clsx';
import { Send } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import { AttachButton, UploadTray } from '#ui/uploads/UploadTray.tsx';
import { useFileDrop } from '#ui/uploads/use-file-drop.ts';
import { uploadFailed, useUploads } from '#ui/uploads/use-uploads.ts';
import type { TicketAttachmentWire } from '../../wire/index.ts';
import { attachmentsMax, textMax } from '../../wire/tickets.constants.ts';
import { attachmentUploads } from '../queries.ts';
import { useDraftText } from './use-draft-text.ts';

export type ComposedMessage = { text: string; attachments: readonly TicketAttachmentWire[] };

type ComposerProps = {
  /** Where the draft is stored. */
  draftKey: string;
  label: string;
  sendLabel: string;
  onSend: (message: ComposedMessage) => void;
  /** Shown beside the buttons; receives a function that inserts text into the field. */
  tools?: (insert: (text: string) => void) => ReactNode;
  className?: string;
};

export function Composer(props: ComposerProps) {
  const { draftKey, label, sendLabel, onSend, tools, className } = props;
  const { text, change: setText } = useDraftText(draftKey);
  const [hasError, setHasError] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const uploads = useUploads(attachmentUploads);
  const guard = useLeaveGuard(uploads.uploads.length > 0);
  // The error goes away as soon as its cause does.
  const error =
    text.trim() === '' ? 'Write something first.' : uploads.hasFailed ? uploadFailed : undefined;

  function addFiles(files: readonly File[]) {
    const tooMany = uploads.add(files);
    if (tooMany > 0) toast.error(`Attach at most ${attachmentsMax} files.`);
  }
  const drop = useFileDrop(addFiles);

  async function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    // In React, a submit in a dialog of the tools bubbles up to this form.
    if (isWaiting || (event && event.target !== event.currentTarget)) return;
    setHasError(text.trim() === '');
    if (text.trim() === '') return;
    setWaiting(true);
    const attachments = await uploads.settle();
    setWaiting(false);
    if (!attachments) return setHasError(true);
    onSend({ text: text.trim(), attachments });
    setText('');
    uploads.clear();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  }

  return (
    <form
      onSubmit={submit}
      {...drop.handlers}
      className={clsx(
        'grid grid-cols-1 gap-3 p-5',
        drop.isOver && 'outline-2 outline-info',
        className,
      )}
    >
      <TextArea
        label={label}
        value={text}
        maxLength={textMax}
        onChange={({ target }) => setText(target.value)}
        readOnly={isWaiting}
        onKeyDown={handleKey}
        help="Markdown works. Drop or paste files here; Ctrl + Enter sends."
        error={hasError ? error : undefined}
      />
      <UploadTray uploads={uploads} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          icon={<Send size={16} aria-hidden />}
          isBusy={isWaiting}
          busyLabel="Uploading..."
        >
          {sendLabel}
        </Button>
        <AttachButton uploads={uploads} onPick={addFiles} />
        {tools?.((added) => setText(text.trim() === '' ? added : `${text.trimEnd()}\n\n${added}`))}
      </div>
      <LeaveDialog guard={guard}>
        The files that you attached are not sent. Your text is saved here as a draft.
      </LeaveDialog>
    </form>
  );
}
