import {
  Component,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { announce } from '#ui/focus/announce.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { TicketDetailWire } from '../../wire/index.ts';
import { useMessages } from '../queries.ts';
import { toConversationItems } from './conversation-items.ts';
import { PlainText } from './Markdown.tsx';
import { MessageItem } from './MessageItem.tsx';
import { OutgoingMessageItem } from './OutgoingMessageItem.tsx';
import { TimelineEntry } from './TimelineEntry.tsx';
import type { OutgoingMessages } from './use-outgoing-messages.ts';

/** The list stays where it is on the screen when earlier items are added above its first one. */
function useStablePosition(firstKey: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<{ key: string | undefined; length: number }>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { childElementCount: length } = element;
    const before = last.current;
    last.current = { key: firstKey, length };
    if (!before?.key || before.key === firstKey || length <= before.length) return;
    const anchor = element.children[length - before.length];
    if (!anchor) return;
    const added = anchor.getBoundingClientRect().top - element.getBoundingClientRect().top;
    // The button is gone after the last page: the keyboard goes on in the list.
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    scrollBy({ top: added, behavior: 'instant' });
  });
  return list;
}

/** Announces new messages of others to screen readers. */
function useAnnouncedAnswers(newest: { uuid: string; is_own: boolean; name: string } | undefined) {
  const last = useRef(newest?.uuid);
  const uuid = newest?.uuid;
  const words = newest && !newest.is_own ? `New message from ${newest.name}` : '';
  useEffect(() => {
    if (last.current !== undefined && last.current !== uuid && words) announce(words);
    last.current = uuid;
  }, [uuid, words]);
}

const Loading = () => (
  <div className="grid gap-5 p-5">
    <span className="sr-only">Loading the conversation</span>
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex gap-4">
        <Skeleton className="size-9" />
        <Skeleton className="h-20 flex-1" />
      </div>
    ))}
  </div>
);

type MessageBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** A message that cannot be rendered must not break the others. */
class MessageBoundary extends Component<MessageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** From this many messages on, the newest is out of sight. */
const longFrom = 3;

type EarlierProps = {
  query: ReturnType<typeof useMessages>;
  isLong: boolean;
  list: RefObject<HTMLOListElement | null>;
};

function Earlier({ query, isLong, list }: EarlierProps) {
  if (!query.hasNextPage && !isLong) return null;
  const showNewest = () => list.current?.lastElementChild?.scrollIntoView({ block: 'start' });
  return (
    <div className="flex flex-wrap justify-center gap-3 border-b border-line p-3">
      {query.hasNextPage && (
        <Button
          size="small"
          onClick={() => query.fetchNextPage()}
          isBusy={query.isFetchingNextPage}
          busyLabel="Loading..."
        >
          Show earlier messages
        </Button>
      )}
      {isLong && (
        <Button size="small" variant="quiet" onClick={showNewest}>
          Go to the newest
        </Button>
      )}
    </div>
  );
}

const BareText = ({ text }: { text: string }) => (
  <div className="px-5 py-4">
    <PlainText text={text} />
  </div>
);

type ConversationProps = {
  ticket: TicketDetailWire;
  isLive: boolean;
  isStaff?: boolean;
} & Pick<OutgoingMessages, 'outgoing' | 'retry' | 'drop'>;

/** All messages and changes, the newest last. */
export function Conversation(props: ConversationProps) {
  const { ticket, isLive, isStaff = false, outgoing, retry, drop } = props;
  const query = useMessages(ticket.uuid, isLive);
  const messages = (query.data?.pages ?? []).flatMap(({ results }) => results).toReversed();
  const newest = messages.at(-1);
  const list = useStablePosition(messages[0]?.uuid);
  useAnnouncedAnswers(newest && { ...newest, name: newest.sender.display_username });
  if (query.isPending) return <Loading />;
  if (query.isError && !query.data)
    return (
      <div className="p-5">
        <LoadError
          message={errorMessage(query.error)}
          onRetry={() => query.refetch()}
          isRetrying={query.isFetching}
        />
      </div>
    );
  const items = toConversationItems(messages, ticket.timeline, { hasAll: !query.hasNextPage });
  return (
    <>
      <Earlier query={query} isLong={messages.length > longFrom} list={list} />
      {items.length + outgoing.length === 0 && (
        <p className="p-5 text-quiet">No messages yet. Describe what happened.</p>
      )}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Conversation"
        className="divide-y divide-line outline-none"
      >
        {items.map((item) =>
          item.kind === 'message' ? (
            <li key={item.message.uuid}>
              <MessageBoundary fallback={<BareText text={item.message.text} />}>
                <MessageItem message={item.message} />
              </MessageBoundary>
            </li>
          ) : (
            <li key={`${item.at} ${item.step.kind} ${item.step.value}`}>
              <TimelineEntry step={item.step} isReopening={item.isReopening} isStaff={isStaff} />
            </li>
          ),
        )}
        {outgoing.map((message) => (
          <li key={message.key}>
            <MessageBoundary fallback={<BareText text={message.text} />}>
              <OutgoingMessageItem
                message={message}
                isFromStaff={isStaff}
                retry={retry}
                drop={drop}
              />
            </MessageBoundary>
          </li>
        ))}
      </ol>
    </>
  );
}
