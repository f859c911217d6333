// The stages of a version and what was done with it, in words.
import type { BadgeTone } from '#ui/Badge.tsx';
import type { RuleSetVersionDetailsWire, RuleSetVersionWire } from '../../staff-contract.ts';
import { sayDay } from '../customs-words.ts';

export type Status = RuleSetVersionWire['status'];
export const statusLooks: Record<Status, { tone: BadgeTone; words: string }> = {
  draft: { tone: 'warning', words: 'Draft' },
  reviewed: { tone: 'info', words: 'Reviewed' },
  published: { tone: 'success', words: 'Published' },
  superseded: { tone: 'neutral', words: 'Superseded' },
};

export const actionWords: Record<RuleSetVersionDetailsWire['events'][number]['action'], string> = {
  drafted: 'Drafted',
  changed: 'Changed',
  approved: 'Approved',
  returned: 'Returned',
  published: 'Published',
  superseded: 'Superseded',
};

/** `1 Jan 2026 to 30 Jun 2026`, or `since 1 Jan 2026`. */
export const sayTime = ({
  effective_from: from,
  effective_to: to,
}: Pick<RuleSetVersionWire, 'effective_from' | 'effective_to'>): string =>
  to === null ? `since ${sayDay(from)}` : `${sayDay(from)} to ${sayDay(to)}`;

/** Who wrote any of it: they do not review it. */
export const authorsOf = ({ events }: RuleSetVersionDetailsWire): number[] =>
  events.flatMap(({ action, by }) =>
    by && (action === 'drafted' || action === 'changed') ? [by.id] : [],
  );
