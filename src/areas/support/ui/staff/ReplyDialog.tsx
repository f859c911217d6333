import { type SubmitEvent, useId } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { CannedReplyWire } from '../../contract.ts';
import { useSaveReply } from './queries.ts';

const messagesOf = (error: unknown) =>
  fieldMessages(error instanceof CallError ? error.body : undefined).fields;

export type Edited = CannedReplyWire | 'new';

function ReplyForm({ id, reply, onDone }: { id: string; reply: Edited; onDone: () => void }) {
  const save = useSaveReply(reply === 'new' ? undefined : reply.id);
  const problems = messagesOf(save.error);
  const kept = reply === 'new' ? { title: '', text: '' } : reply;
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { title: String(form.get('title') ?? ''), text: String(form.get('text') ?? '') };
    save.mutate(body, { onSuccess: onDone });
  }
  const hasFieldProblems = Object.keys(problems).length > 0;
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
        error={problems.title?.[0]}
      />
      <TextArea
        name="text"
        label="Text"
        defaultValue={kept.text}
        rows={6}
        required
        error={problems.text?.[0]}
      />
    </form>
  );
}

/** Keeps a new reply, or changes one. */
export function ReplyDialog({ reply, onClose }: { reply: Edited; onClose: () => void }) {
  const id = useId();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={reply === 'new' ? 'Keep a reply' : 'Edit a reply'}
      description="Everybody in support can use it."
      actions={
        <Button type="submit" form={id} variant="primary">
          {reply === 'new' ? 'Keep reply' : 'Save reply'}
        </Button>
      }
    >
      <ReplyForm id={id} reply={reply} onDone={onClose} />
    </Dialog>
  );
}
