import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import {
  type ImportKind,
  notesMax,
  titleMax,
} from '../../wire/calculations/calculations.constants.ts';
import { useUpdateTitleAndNotes } from '../queries.ts';

type NotesPanelProps = { kind: ImportKind; calculation: CalculationWire };

/** Editing title and notes leaves the result as it is. */
export function NotesPanel({ kind, calculation: { id, title, notes } }: NotesPanelProps) {
  const update = useUpdateTitleAndNotes(kind, String(id));
  // Without the contract's schema: it has all facts of a calculation.
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: { title, notes },
    save: async (body) => {
      const saved = await update.mutateAsync(body);
      form.reset({ title: saved.title, notes: saved.notes });
      toast.success('Saved');
    },
  });
  const { isDirty } = form.formState;
  const field = useFormFields(form);
  const guard = useLeaveGuard(hasChanges);

  return (
    <Panel title="Title and notes">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <FormError form={form} />
        <TextField label="Title" maxLength={titleMax} {...field('title')} />
        <TextArea
          label="Notes"
          help="For you alone: a shared link does not show them."
          maxLength={notesMax}
          {...field('notes')}
        />
        <Button
          type="submit"
          disabled={!isDirty}
          isBusy={isBusy}
          busyLabel="Saving..."
          className="justify-self-start"
        >
          {isDirty ? 'Save' : 'Saved'}
        </Button>
      </form>
      <LeaveDialog guard={guard}>Your title and notes are not saved and will be lost.</LeaveDialog>
    </Panel>
  );
}
