import { CircleAlert } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Markdown } from './Markdown.tsx';
import { Bubble } from './MessageItem.tsx';
import type { OutgoingMessage } from './message-drafts.ts';
import type { OutgoingMessages } from './use-outgoing-messages.ts';

type OutgoingMessageItemProps = {
  message: OutgoingMessage;
  isFromStaff: boolean;
} & Pick<OutgoingMessages, 'retry' | 'drop'>;

/** A message that is being sent, or that failed and can be sent again. */
export const OutgoingMessageItem = ({
  message,
  isFromStaff,
  retry,
  drop,
}: OutgoingMessageItemProps) => (
  <Bubble
    name="You"
    avatar={null}
    isFromStaff={isFromStaff}
    isInternal={message.isInternal}
    about={
      message.error ? (
        'Not sent'
      ) : (
        <span className="inline-flex items-center gap-2">
          <Spinner />
          Sending...
        </span>
      )
    }
  >
    <Markdown text={message.text} />
    {message.attachments.length > 0 && (
      <p className="mt-2 text-sm text-quiet">
        {message.attachments.map(({ name }) => name).join(', ')}
      </p>
    )}
    {message.error && (
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p role="alert" className="flex items-center gap-1.5 text-sm text-danger">
          <CircleAlert size={16} aria-hidden />
          {message.error}
        </p>
        <Button size="small" onClick={() => retry(message)}>
          Send again
        </Button>
        <Button size="small" variant="quiet" onClick={() => drop(message.key)}>
          Discard
        </Button>
      </div>
    )}
  </Bubble>
);
