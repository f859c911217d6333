import { MessageSquareQuote, Plus, Trash2 } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/Menu.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useCannedReplies, useCreateReply, useDeleteReply } from './queries.ts';

const messagesOf = (error: unknown) =>
  fieldMessages(error instanceof CallError ? error.body : undefined).fields;

function NewReplyForm({ id, onDone }: { id: string; onDone: () => void }) {
  const create = useCreateReply();
  const problems = messagesOf(create.error);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { title: String(form.get('title') ?? ''), text: String(form.get('text') ?? '') };
    create.mutate(body, { onSuccess: onDone });
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        name="title"
        label="Title"
        maxLength={100}
        required
        autoComplete="off"
        error={problems.title?.[0]}
      />
      <TextArea name="text" label="Text" rows={6} required error={problems.text?.[0]} />
    </form>
  );
}

function NewReplyDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Keep a reply"
      description="Everybody in support can use it."
      actions={
        <Button type="submit" form={id} variant="primary">
          Keep reply
        </Button>
      }
    >
      <NewReplyForm id={id} onDone={onClose} />
    </Dialog>
  );
}

function DropRepliesDialog({ onClose }: { onClose: () => void }) {
  const replies = useCannedReplies().data?.results ?? [];
  const drop = useDeleteReply();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Kept replies"
      description="Dropping one changes nothing that was sent."
    >
      <ul className="divide-y divide-line">
        {replies.map(({ id, title }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">{title}</span>
            <Button
              size="small"
              variant="quiet"
              isIconOnly
              icon={<Trash2 size={16} aria-hidden />}
              onClick={() => drop.mutate(id, { onError: (error) => toast.error(messageOf(error)) })}
            >
              {`Drop ${title}`}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Replies that are written once and used often. */
export function CannedReplies({ onPick }: { onPick: (words: string) => void }) {
  const replies = useCannedReplies().data?.results ?? [];
  const [isOpen, setOpen] = useState<'new' | 'list'>();
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
          <MenuItem icon={<Trash2 size={16} aria-hidden />} onSelect={() => setOpen('list')}>
            Drop replies
          </MenuItem>
        )}
      </Menu>
      {isOpen === 'new' && <NewReplyDialog onClose={close} />}
      {isOpen === 'list' && <DropRepliesDialog onClose={close} />}
    </>
  );
}
