import { type SubmitEvent, useId, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { useCloseGuard } from '#client/use-leave-guard.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { CannedReplyWire } from '../../contract.ts';
import { useSaveReply } from './queries.ts';

const messagesOf = (error: unknown) =>
  fieldMessages(error instanceof CallError ? error.body : undefined).fields;

export type Edited = CannedReplyWire | 'new';

type ReplyFormProps = { id: string; reply: Edited; onType: () => void; onDone: () => void };

function ReplyForm({ id, reply, onType, onDone }: ReplyFormProps) {
  const save = useSaveReply(reply === 'new' ? undefined : reply.id);
  const problems = messagesOf(save.error);
  const handleType = () => {
    onType();
    // While it is being saved, a reset would forget to close the dialog.
    if (save.isError) save.reset();
  };
  const kept = reply === 'new' ? { title: '', text: '' } : reply;
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { title: String(form.get('title') ?? ''), text: String(form.get('text') ?? '') };
    save.mutate(body, { onSuccess: onDone });
  }
  const hasFieldProblems = 'title' in problems || 'text' in problems;
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      {save.isError && !hasFieldProblems && <Banner tone="error">{messageOf(save.error)}</Banner>}
      <TextField
        name="title"
        label="Title"
        defaultValue={kept.title}
        maxLength={100}
        required
        autoComplete="off"
        onChange={handleType}
        error={problems.title?.[0]}
      />
      <TextArea
        name="text"
        label="Text"
        defaultValue={kept.text}
        rows={6}
        required
        onChange={handleType}
        error={problems.text?.[0]}
      />
    </form>
  );
}

/** Keeps a new reply, or changes one. */
export function ReplyDialog({ reply, onClose }: { reply: Edited; onClose: () => void }) {
  const id = useId();
  const [hasTyped, setTyped] = useState(false);
  const guard = useCloseGuard(hasTyped);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && guard.ask(onClose)}
      title={reply === 'new' ? 'Keep a reply' : 'Edit a reply'}
      description="Everybody in support can use it."
      actions={
        <Button type="submit" form={id} variant="primary">
          {reply === 'new' ? 'Keep reply' : 'Save reply'}
        </Button>
      }
    >
      <ReplyForm id={id} reply={reply} onType={() => setTyped(true)} onDone={onClose} />
      <LeaveDialog guard={guard}>The reply is not kept yet.</LeaveDialog>
    </Dialog>
  );
}
