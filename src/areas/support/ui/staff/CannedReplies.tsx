import { MessageSquareQuote, Pencil, Plus, Trash2 } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/Menu.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { CannedReplyWire } from '../../contract.ts';
import { useCannedReplies, useDeleteReply, useSaveReply } from './queries.ts';

const messagesOf = (error: unknown) =>
  fieldMessages(error instanceof CallError ? error.body : undefined).fields;

type Edited = CannedReplyWire | 'new';

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

function ReplyDialog({ reply, onClose }: { reply: Edited; onClose: () => void }) {
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

type ReplyListProps = { onEdit: (reply: CannedReplyWire) => void; onClose: () => void };

function ReplyListDialog({ onEdit, onClose }: ReplyListProps) {
  const replies = useCannedReplies().data?.results ?? [];
  const drop = useDeleteReply();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Kept replies"
      description="Changing one changes nothing that was sent."
    >
      <ul className="divide-y divide-line">
        {replies.map((reply) => (
          <li key={reply.id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">{reply.title}</span>
            <span className="flex shrink-0">
              <Button
                size="small"
                variant="quiet"
                isIconOnly
                icon={<Pencil size={16} aria-hidden />}
                onClick={() => onEdit(reply)}
              >
                {`Edit ${reply.title}`}
              </Button>
              <Button
                size="small"
                variant="quiet"
                isIconOnly
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() =>
                  drop.mutate(reply.id, { onError: (error) => toast.error(messageOf(error)) })
                }
              >
                {`Drop ${reply.title}`}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Replies that are written once and used often. */
export function CannedReplies({ onPick }: { onPick: (words: string) => void }) {
  const replies = useCannedReplies().data?.results ?? [];
  const [open, setOpen] = useState<Edited | 'list'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        align="start"
        trigger={<Button icon={<MessageSquareQuote size={16} aria-hidden />}>Replies</Button>}
      >
        <MenuLabel>{replies.length > 0 ? 'Put into the answer' : 'No kept replies'}</MenuLabel>
        {replies.map(({ id, title, text }) => (
          <MenuItem key={id} onSelect={() => onPick(text)}>
            {title}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={() => setOpen('new')}>
          Keep a new reply
        </MenuItem>
        {replies.length > 0 && (
          <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => setOpen('list')}>
            Edit or drop replies
          </MenuItem>
        )}
      </Menu>
      {open === 'list' && <ReplyListDialog onEdit={setOpen} onClose={close} />}
      {open && open !== 'list' && (
        <ReplyDialog reply={open} onClose={() => setOpen(open === 'new' ? undefined : 'list')} />
      )}
    </>
  );
}
