import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { CannedReplyWire } from '../../wire/index.ts';
import { useSaveCannedReply } from './staff-queries.ts';

export type EditedReply = CannedReplyWire | 'new';

/** Creates or edits a canned reply. */
export function CannedReplyDialog({ reply, onClose }: { reply: EditedReply; onClose: () => void }) {
  const stored = reply === 'new' ? undefined : reply;
  const save = useSaveCannedReply(stored?.id);
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: { title: stored?.title ?? '', text: stored?.text ?? '' },
    loadSchema: () =>
      import('../../wire/canned-replies.form.ts').then((module) => module.cannedReplySchema),
    save: async (body) => {
      await save.mutateAsync(body);
      onClose();
    },
  });
  const field = useFormFields(form);
  const guard = useLeaveGuard(hasChanges);
  return (
    <>
      <FormDialog
        title={stored ? 'Edit canned reply' : 'New canned reply'}
        description="Everyone in support can use it."
        submitLabel={stored ? 'Save reply' : 'Create reply'}
        busyLabel="Saving..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} />
        <TextField label="Title" maxLength={100} required autoComplete="off" {...field('title')} />
        <TextArea label="Text" rows={6} required {...field('text')} />
      </FormDialog>
      <LeaveDialog guard={guard}>The reply is not saved yet.</LeaveDialog>
    </>
  );
}
