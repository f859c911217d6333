import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { StaffUserWire } from '../../wire/users.ts';

const badges: Record<StaffUserWire['status'], { tone: BadgeTone; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  suspended: { tone: 'warning', label: 'Suspended' },
  deleted: { tone: 'neutral', label: 'Erased' },
};

export const UserStatusBadge = ({ status }: Pick<StaffUserWire, 'status'>) => (
  <Badge tone={badges[status].tone}>{badges[status].label}</Badge>
);
