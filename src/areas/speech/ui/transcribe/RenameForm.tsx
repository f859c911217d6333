import { useApiForm } from '#client/use-api-form.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { TranscriptWire } from '../../wire/index.ts';
import { useChangeTranscript } from '../queries.ts';

type RenameFormProps = { transcript: TranscriptWire; onClose: () => void };

/** Renames a saved transcript. */
export function RenameForm({ transcript, onClose }: RenameFormProps) {
  const rename = useChangeTranscript(transcript.id);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { title: transcript.title },
    toBody: ({ title }) => ({ title: title.trim() }),
    loadSchema: () =>
      import('../../wire/transcripts.form.ts').then((module) => module.changeTranscriptSchema),
    save: async (body) => {
      await rename.mutateAsync(body);
      toast.success('The transcript is renamed.');
      onClose();
    },
  });

  return (
    <form onSubmit={submit} noValidate className="mb-4 grid gap-3">
      <FormError form={form} />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Title"
          isLabelHidden
          autoFocus
          required
          maxLength={255}
          className="min-w-0 flex-1 basis-60"
          error={form.formState.errors.title?.message}
          {...form.register('title')}
        />
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving...">
          Save title
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
