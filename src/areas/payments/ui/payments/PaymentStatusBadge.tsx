import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { PaymentListItemWire } from '../../wire/payment-schema.ts';
import type { PaymentStatus } from '../../wire/payments.constants.ts';

const tones: Record<PaymentStatus, BadgeTone> = {
  pending: 'info',
  confirming: 'info',
  confirmed: 'info',
  partially_paid: 'warning',
  completed: 'success',
  failed: 'danger',
  expired: 'neutral',
  cancelled: 'neutral',
  refunded: 'neutral',
};

type PaymentStatusBadgeProps = { payment: Pick<PaymentListItemWire, 'status' | 'status_display'> };

export const PaymentStatusBadge = ({ payment }: PaymentStatusBadgeProps) => (
  <Badge tone={tones[payment.status]}>{payment.status_display}</Badge>
);
