import { type SubmitEvent, useState } from 'react';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { TranscriptWire } from '../../wire/index.ts';
import { useChangeTranscript } from '../queries.ts';

type RenameFormProps = { transcript: TranscriptWire; onClose: () => void };

/** Renames a saved transcript. */
export function RenameForm({ transcript, onClose }: RenameFormProps) {
  const [title, setTitle] = useState(transcript.title);
  const rename = useChangeTranscript(transcript.id);
  const body = rename.error instanceof CallError ? rename.error.body : undefined;
  const error =
    rename.error && (fieldMessages(body).fields.title?.[0] ?? errorMessage(rename.error));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    rename.mutate(
      { title: title.trim() },
      {
        onSuccess() {
          toast.success('The transcript is renamed.');
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} className="mb-4 flex flex-wrap items-start gap-3">
      <TextField
        label="Title"
        isLabelHidden
        autoFocus
        required
        maxLength={255}
        value={title}
        onChange={({ target }) => {
          setTitle(target.value);
          rename.reset();
        }}
        className="min-w-0 flex-1 basis-60"
        {...(error && { error })}
      />
      <Button type="submit" variant="primary" isBusy={rename.isPending} busyLabel="Saving...">
        Save title
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
