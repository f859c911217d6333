import { type SubmitEvent, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { TicketMessageWire } from '../contract.ts';
import { textMax } from '../ticket-words.ts';
import { readDraft } from './message-drafts.ts';
import { useEditMessage } from './queries.ts';
import { useDraftText } from './use-draft-text.ts';

const editKey = ({ uuid }: TicketMessageWire) => `edit:${uuid}`;

/** The tab has an unsaved change of this message. */
export const isBeingEdited = (message: TicketMessageWire): boolean =>
  message.can_edit && !['', message.text].includes(readDraft(editKey(message)));

type EditMessageProps = { message: TicketMessageWire; onDone: () => void };

export function EditMessage({ message, onDone }: EditMessageProps) {
  const { text, change, clearDraft } = useDraftText(editKey(message), message.text);
  const [isTried, setTried] = useState(false);
  const edit = useEditMessage({ ticket_uuid: message.ticket, uuid: message.uuid });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (text.trim() !== '') void save();
  }
  /** Goes on when the screen was left, so that the change is not offered again. */
  async function save() {
    const draft = readDraft(editKey(message));
    try {
      await edit.mutateAsync(text);
      // What was typed meanwhile is not saved yet.
      if (readDraft(editKey(message)) === draft) close();
    } catch {
      // The form shows it.
    }
  }
  function close() {
    clearDraft();
    onDone();
  }
  const missing = isTried && text.trim() === '' ? 'Write something, or take it back.' : undefined;

  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextArea
        label="Your message"
        isLabelHidden
        value={text}
        maxLength={textMax}
        onChange={({ target }) => {
          edit.reset();
          change(target.value);
        }}
        onKeyDown={({ key }) => key === 'Escape' && text === message.text && close()}
        error={edit.error ? messageOf(edit.error) : missing}
        // The press on Edit asked for it.
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          variant="primary"
          isBusy={edit.isPending}
          busyLabel="Saving..."
        >
          Save message
        </Button>
        <Button size="small" onClick={close}>
          Keep it as it was
        </Button>
      </div>
    </form>
  );
}
