import { type SubmitEvent, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { CalculationWire } from '../../calculation-schema.ts';
import type { FactKind } from '../../facts.ts';
import { useRename } from '../queries.ts';
import { Unsaved } from '../Unsaved.tsx';

type NotesPanelProps = { kind: FactKind; calculation: CalculationWire };

const titleMax = 200;
const notesMax = 5000;

/** Words about a calculation; the result stays as it is. */
export function NotesPanel({ kind, calculation }: NotesPanelProps) {
  const rename = useRename(kind, String(calculation.id));
  const [title, setTitle] = useState(calculation.title);
  const [notes, setNotes] = useState(calculation.notes);
  const isChanged = title !== calculation.title || notes !== calculation.notes;
  const body = rename.error instanceof CallError ? rename.error.body : undefined;
  const { fields } = fieldMessages(body);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    try {
      const kept = await rename.mutateAsync({ title, notes });
      setTitle(kept.title);
      setNotes(kept.notes);
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
          <Banner tone="error">{messageOf(rename.error)}</Banner>
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
