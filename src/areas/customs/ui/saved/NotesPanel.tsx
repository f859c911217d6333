import { type SubmitEvent, useState } from 'react';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { CalculationWire } from '../../wire/calculation-results.ts';
import { type ImportKind, notesMax, titleMax } from '../../wire/calculations.labels.ts';
import { useUpdateTitleAndNotes } from '../queries.ts';
import { Unsaved } from '../Unsaved.tsx';

type NotesPanelProps = { kind: ImportKind; calculation: CalculationWire };

/** Editing title and notes leaves the result as it is. */
export function NotesPanel({ kind, calculation }: NotesPanelProps) {
  const rename = useUpdateTitleAndNotes(kind, String(calculation.id));
  const [title, setTitle] = useState(calculation.title);
  const [notes, setNotes] = useState(calculation.notes);
  const isChanged = title !== calculation.title || notes !== calculation.notes;
  const body = rename.error instanceof CallError ? rename.error.body : undefined;
  const { fields } = fieldMessages(body);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    try {
      const saved = await rename.mutateAsync({ title, notes });
      setTitle(saved.title);
      setNotes(saved.notes);
      toast.success('Saved');
    } catch {
      // The form shows it.
    }
  }

  return (
    <Panel title="Title and notes">
      {isChanged && !rename.isPending && (
        <Unsaved>Your title and notes are not saved and will be lost.</Unsaved>
      )}
      <form onSubmit={submit} className="grid gap-4">
        {rename.isError && !fields.title && !fields.notes && (
          <Banner tone="error">{errorMessage(rename.error)}</Banner>
        )}
        <TextField
          label="Title"
          value={title}
          maxLength={titleMax}
          error={fields.title?.[0]}
          onChange={({ target }) => {
            setTitle(target.value);
            rename.reset();
          }}
        />
        <TextArea
          label="Notes"
          help="For you alone: a shared link does not show them."
          value={notes}
          maxLength={notesMax}
          error={fields.notes?.[0]}
          onChange={({ target }) => {
            setNotes(target.value);
            rename.reset();
          }}
        />
        <Button
          type="submit"
          disabled={!isChanged}
          isBusy={rename.isPending}
          busyLabel="Saving..."
          className="justify-self-start"
        >
          {isChanged ? 'Save' : 'Saved'}
        </Button>
      </form>
    </Panel>
  );
}
