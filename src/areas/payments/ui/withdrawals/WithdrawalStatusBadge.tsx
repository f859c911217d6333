import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { WithdrawalStatus } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';

const tones: Record<WithdrawalStatus, BadgeTone> = {
  requested: 'warning',
  approved: 'info',
  paying: 'info',
  settled: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
};

type WithdrawalStatusBadgeProps = {
  withdrawal: Pick<WithdrawalWire, 'status' | 'status_display'>;
};

export const WithdrawalStatusBadge = ({ withdrawal }: WithdrawalStatusBadgeProps) => (
  <Badge tone={tones[withdrawal.status]}>{withdrawal.status_display}</Badge>
);
