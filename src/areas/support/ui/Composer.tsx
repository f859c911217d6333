import clsx from 'clsx';
import { Send } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketAttachmentWire } from '../contract.ts';
import { attachmentsMax, textMax } from '../ticket-words.ts';
import { readDraft, saveDraft } from './message-drafts.ts';
import { AttachButton, UploadTray } from './UploadTray.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { uploadFailed, useUploads } from './use-uploads.ts';

export type Composed = { text: string; attachments: readonly TicketAttachmentWire[] };

type ComposerProps = {
  /** Where the draft is kept. */
  draftKey: string;
  label: string;
  sendLabel: string;
  onSend: (message: Composed) => void;
  /** Beside the buttons; gets what puts words into the field. */
  tools?: (insert: (words: string) => void) => ReactNode;
  className?: string;
};

function useText(draftKey: string) {
  const [text, setText] = useState(() => readDraft(draftKey));
  const change = (next: string) => {
    setText(next);
    saveDraft(draftKey, next);
  };
  return [text, change] as const;
}

export function Composer(props: ComposerProps) {
  const { draftKey, label, sendLabel, onSend, tools, className } = props;
  const [text, setText] = useText(draftKey);
  const [refusal, setRefusal] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const uploads = useUploads();

  function addFiles(files: readonly File[]) {
    const tooMany = uploads.add(files);
    if (tooMany > 0) toast.error(`A message takes ${attachmentsMax} files.`);
  }
  const drop = useFileDrop(addFiles);

  async function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    // React hands on what is submitted in a dialog of the tools as well.
    if (isWaiting || (event && event.target !== event.currentTarget)) return;
    setRefusal(text.trim() === '' ? 'Write something first.' : undefined);
    if (text.trim() === '') return;
    setWaiting(true);
    const attachments = await uploads.settle();
    setWaiting(false);
    if (!attachments) return setRefusal(uploadFailed);
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
        drop.isOver && 'outline-2 outline-indigo',
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
        error={refusal}
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
        {tools?.((words) => setText(text.trim() === '' ? words : `${text.trimEnd()}\n\n${words}`))}
      </div>
    </form>
  );
}
