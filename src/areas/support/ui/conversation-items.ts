// Messages and what changed between them, in the order in which it happened.

import type { TicketMessageWire } from '../contract.ts';
import type { TicketEventWire } from '../ticket-schema.ts';

export type ConversationItem =
  | { kind: 'message'; at: string; message: TicketMessageWire }
  | { kind: 'step'; at: string; step: TicketEventWire; isReopening: boolean };

/**
 * A message says by itself whose turn it is. What is shown of the rest is the end, a new beginning,
 * and what was set by hand; steps before the earliest loaded message wait until it is loaded.
 */
export function conversationOf(
  messages: readonly TicketMessageWire[],
  timeline: readonly TicketEventWire[],
  { hasAll }: { hasAll: boolean },
): ConversationItem[] {
  const earliest = hasAll ? '' : (messages[0]?.created_at ?? '');
  const steps = timeline.flatMap((step, at): ConversationItem[] => {
    const before = timeline.slice(0, at).findLast(({ kind }) => kind === 'status')?.value;
    const isReopening =
      step.kind === 'status' &&
      (before === 'resolved' || before === 'closed') &&
      step.value.startsWith('waiting');
    const isEnd = step.value === 'resolved' || step.value === 'closed';
    const isShown = step.kind !== 'status' || isReopening || isEnd;
    return isShown && step.at >= earliest ? [{ kind: 'step', at: step.at, step, isReopening }] : [];
  });
  const said = messages.map((message): ConversationItem => {
    return { kind: 'message', at: message.created_at, message };
  });
  // Equal moments: the step came with the message that follows it, unless it ended something.
  return [...said, ...steps].toSorted((a, b) => a.at.localeCompare(b.at) || rankOf(a) - rankOf(b));
}

const rankOf = (item: ConversationItem): number =>
  item.kind === 'message' ? 1 : item.isReopening ? 0 : 2;
