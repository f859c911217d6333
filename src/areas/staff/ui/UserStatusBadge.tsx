import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { StaffUserWire } from '../contract.ts';

const looks: Record<StaffUserWire['status'], { tone: BadgeTone; words: string }> = {
  active: { tone: 'success', words: 'Active' },
  suspended: { tone: 'warning', words: 'Suspended' },
  deleted: { tone: 'neutral', words: 'Erased' },
};

export const UserStatusBadge = ({ status }: Pick<StaffUserWire, 'status'>) => (
  <Badge tone={looks[status].tone}>{looks[status].words}</Badge>
);
