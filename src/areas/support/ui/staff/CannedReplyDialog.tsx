import { type SubmitEvent, useId, useState } from 'react';
import { useCloseGuard } from '#client/use-leave-guard.ts';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { CannedReplyWire } from '../../wire/index.ts';
import { useSaveCannedReply } from './staff-queries.ts';

const fieldErrors = (error: unknown) =>
  fieldMessages(error instanceof CallError ? error.body : undefined).fields;

export type EditedReply = CannedReplyWire | 'new';

type ReplyFormProps = { id: string; reply: EditedReply; onType: () => void; onDone: () => void };

function ReplyForm({ id, reply, onType, onDone }: ReplyFormProps) {
  const save = useSaveCannedReply(reply === 'new' ? undefined : reply.id);
  const problems = fieldErrors(save.error);
  const handleType = () => {
    onType();
    // Not while saving: a reset would also drop the callback that closes the dialog.
    if (save.isError) save.reset();
  };
  const stored = reply === 'new' ? { title: '', text: '' } : reply;
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { title: String(form.get('title') ?? ''), text: String(form.get('text') ?? '') };
    save.mutate(body, { onSuccess: onDone });
  }
  const hasFieldProblems = 'title' in problems || 'text' in problems;
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      {save.isError && !hasFieldProblems && (
        <Banner tone="error">{errorMessage(save.error)}</Banner>
      )}
      <TextField
        name="title"
        label="Title"
        defaultValue={stored.title}
        maxLength={100}
        required
        autoComplete="off"
        onChange={handleType}
        error={problems.title?.[0]}
      />
      <TextArea
        name="text"
        label="Text"
        defaultValue={stored.text}
        rows={6}
        required
        onChange={handleType}
        error={problems.text?.[0]}
      />
    </form>
  );
}

/** Creates or edits a canned reply. */
export function CannedReplyDialog({ reply, onClose }: { reply: EditedReply; onClose: () => void }) {
  const id = useId();
  const [hasTyped, setTyped] = useState(false);
  const guard = useCloseGuard(hasTyped);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && guard.ask(onClose)}
      title={reply === 'new' ? 'New canned reply' : 'Edit canned reply'}
      description="Everyone in support can use it."
      actions={
        <Button type="submit" form={id} variant="primary">
          {reply === 'new' ? 'Create reply' : 'Save reply'}
        </Button>
      }
    >
      <ReplyForm id={id} reply={reply} onType={() => setTyped(true)} onDone={onClose} />
      <LeaveDialog guard={guard}>The reply is not saved yet.</LeaveDialog>
    </Dialog>
  );
}
