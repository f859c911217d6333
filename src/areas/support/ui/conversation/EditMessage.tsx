import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import type { TicketMessageWire } from '../../wire/index.ts';
import { textMax } from '../../wire/tickets.labels.ts';
import { useEditMessage } from '../queries.ts';
import { loadDraft } from './message-drafts.ts';
import { useDraftText } from './use-draft-text.ts';

const editKey = ({ uuid }: TicketMessageWire) => `edit:${uuid}`;

/** The tab has an unsaved draft of a change to this message. */
export const isBeingEdited = (message: TicketMessageWire): boolean =>
  message.can_edit && !['', message.text].includes(loadDraft(editKey(message)));

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
  /** Also runs to its end when the screen is left, so that the draft is removed. */
  async function save() {
    const draft = loadDraft(editKey(message));
    try {
      await edit.mutateAsync(text);
      // Otherwise the text was edited while it was being saved.
      if (loadDraft(editKey(message)) === draft) close();
    } catch {
      // The form shows it.
    }
  }
  function close() {
    clearDraft();
    onDone();
  }
  const missing =
    isTried && text.trim() === '' ? 'Write something, or delete the message.' : undefined;

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
        error={edit.error ? errorMessage(edit.error) : missing}
        // The person has just chosen to edit.
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
          Cancel
        </Button>
      </div>
    </form>
  );
}
