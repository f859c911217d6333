// Messages and the changes between them, in chronological order.
import type { TicketMessageWire } from '../../wire/index.ts';
import type { TicketEventWire } from '../../wire/tickets.ts';

export type ConversationItem =
  | { kind: 'message'; at: string; message: TicketMessageWire }
  | { kind: 'step'; at: string; step: TicketEventWire; isReopening: boolean };

/**
 * Changes that a message implies are left out: shown are the end, reopening, and what was set
 * manually. Changes before the earliest loaded message appear once older messages are loaded.
 */
export function toConversationItems(
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
    const isVisible = step.kind !== 'status' || isReopening || isEnd;
    return isVisible && step.at >= earliest
      ? [{ kind: 'step', at: step.at, step, isReopening }]
      : [];
  });
  const items = messages.map((message): ConversationItem => {
    return { kind: 'message', at: message.created_at, message };
  });
  // At equal times a reopening comes before its message, any other change after it.
  return [...items, ...steps].toSorted(
    (a, b) => a.at.localeCompare(b.at) || tieRank(a) - tieRank(b),
  );
}

const tieRank = (item: ConversationItem): number =>
  item.kind === 'message' ? 1 : item.isReopening ? 0 : 2;
