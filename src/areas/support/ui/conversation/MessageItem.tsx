import clsx from 'clsx';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { TicketMessageWire } from '../../wire/index.ts';
import { useDeleteMessage } from '../queries.ts';
import { EditMessage, isBeingEdited } from './EditMessage.tsx';
import { MailNote } from './MailNote.tsx';
import { Markdown } from './Markdown.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { toMailMarkdown } from './mail-text.ts';
import { OriginalMail } from './OriginalMail.tsx';
import { RichText } from './RichText.tsx';

type BubbleProps = {
  name: string;
  avatar: string | null;
  isFromStaff: boolean;
  isInternal?: boolean | undefined;
  /** Time and state, shown after the name. */
  about: ReactNode;
  children: ReactNode;
};

/** Shown to customers for staff without a name. */
const supportName = 'Support';

/** Answers of support have a coloured edge; notes also a different background. */
export const Bubble = (props: BubbleProps) => (
  <article
    className={clsx(
      'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-l-2 px-5 py-4',
      props.isInternal
        ? 'border-warning-text surface-sunken'
        : props.isFromStaff
          ? 'border-info'
          : 'border-transparent',
    )}
  >
    <Avatar name={props.name} src={props.avatar} sizePx={36} />
    <div className="min-w-0">
      <header className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium wrap-anywhere">{props.name}</span>
        {props.isFromStaff && !props.isInternal && props.name !== supportName && (
          <Badge tone="info">{supportName}</Badge>
        )}
        {props.isInternal && (
          <span className="inline-flex items-center gap-1 font-medium text-warning-text">
            <Lock size={14} aria-hidden />
            Internal note
          </span>
        )}
        <span className="text-quiet">{props.about}</span>
      </header>
      {props.children}
    </div>
  </article>
);

function DeleteMessage({ message }: { message: TicketMessageWire }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteMessage({ ticket_uuid: message.ticket, uuid: message.uuid });
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Delete this message?"
        description="Its text and files are deleted. A placeholder stays in the conversation."
        confirmLabel="Delete message"
        busyLabel="Deleting..."
        cancelLabel="Keep it"
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}

const MessageText = ({ message: { html, text, via } }: { message: TicketMessageWire }) =>
  html === null ? (
    <Markdown text={via === 'mail' ? toMailMarkdown(text) : text} />
  ) : (
    <RichText html={html} />
  );

/** Without the pictures that the text shows in place. */
const listFilesBelow = ({ attachments, html }: TicketMessageWire) =>
  attachments.filter(({ id }) => !html?.includes(id));

/** As it stood in the mail: its marks show who wrote what. */
const QuotedText = ({ text }: { text: string }) => (
  <details className="mt-2 text-sm text-quiet">
    <summary className="w-fit cursor-pointer">Quoted text</summary>
    <p className="mt-2 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{text}</p>
  </details>
);

const About = ({ message }: { message: TicketMessageWire }) => (
  <>
    <RelativeTime value={message.created_at} />
    {message.via === 'mail' && ', by mail'}
    {message.edited_at && ', edited'}
  </>
);

export function MessageItem({ message }: { message: TicketMessageWire }) {
  const [isEditing, setEditing] = useState(() => isBeingEdited(message));
  const { sender, is_deleted, can_edit } = message;
  if (message.note_kind !== null) return <MailNote message={message} kind={message.note_kind} />;
  return (
    <Bubble
      name={sender.display_username}
      avatar={sender.avatar}
      isFromStaff={sender.is_staff}
      isInternal={message.is_internal}
      about={<About message={message} />}
    >
      {is_deleted && <p className="text-quiet italic">This message was deleted.</p>}
      {!is_deleted && isEditing && (
        <EditMessage message={message} onDone={() => setEditing(false)} />
      )}
      {!is_deleted && !isEditing && (
        <>
          <MessageText message={message} />
          {message.quoted !== null && <QuotedText text={message.quoted} />}
          <OriginalMail message={message} />
          <MessageFiles files={listFilesBelow(message)} />
          {can_edit && (
            <div className="mt-2 -ml-3 flex flex-wrap gap-1">
              <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <DeleteMessage message={message} />
            </div>
          )}
        </>
      )}
    </Bubble>
  );
}
