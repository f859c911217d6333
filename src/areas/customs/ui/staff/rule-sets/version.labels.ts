// Labels of a version's statuses and events.

import { formatUtcDate } from '#lib/format.ts';
import type { BadgeTone } from '#ui/Badge.tsx';
import type {
  RuleSetVersionDetailsWire,
  RuleSetVersionWire,
} from '../../../wire/rule-sets/rule-set-versions.ts';

export type Status = RuleSetVersionWire['status'];
export const statusBadges: Record<Status, { tone: BadgeTone; label: string }> = {
  draft: { tone: 'warning', label: 'Draft' },
  reviewed: { tone: 'info', label: 'Reviewed' },
  published: { tone: 'success', label: 'Published' },
  superseded: { tone: 'neutral', label: 'Superseded' },
};

export const actionLabels: Record<RuleSetVersionDetailsWire['events'][number]['action'], string> = {
  drafted: 'Drafted',
  changed: 'Changed',
  approved: 'Approved',
  returned: 'Returned',
  published: 'Published',
  superseded: 'Superseded',
};

/** `1 Jan 2026 to 30 Jun 2026`, or `since 1 Jan 2026`. */
export const formatEffectivePeriod = ({
  effective_from: from,
  effective_to: to,
}: Pick<RuleSetVersionWire, 'effective_from' | 'effective_to'>): string =>
  to === null ? `since ${formatUtcDate(from)}` : `${formatUtcDate(from)} to ${formatUtcDate(to)}`;

/** Accounts that wrote any part of the version. They cannot review it. */
export const listAuthors = ({ events }: RuleSetVersionDetailsWire): number[] =>
  events.flatMap(({ action, by }) =>
    by && (action === 'drafted' || action === 'changed') ? [by.id] : [],
  );
