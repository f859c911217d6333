import { type SubmitEvent, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { TicketMessageWire } from '../contract.ts';
import { textMax } from '../ticket-words.ts';
import { useEditMessage } from './queries.ts';

type EditMessageProps = { message: TicketMessageWire; onDone: () => void };

export function EditMessage({ message, onDone }: EditMessageProps) {
  const [text, setText] = useState(message.text);
  const edit = useEditMessage({ ticket_uuid: message.ticket, uuid: message.uuid });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (text.trim() !== '') edit.mutate(text, { onSuccess: onDone });
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextArea
        label="Your message"
        isLabelHidden
        value={text}
        maxLength={textMax}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        error={edit.error ? messageOf(edit.error) : undefined}
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
        <Button size="small" onClick={onDone}>
          Keep it as it was
        </Button>
      </div>
    </form>
  );
}
