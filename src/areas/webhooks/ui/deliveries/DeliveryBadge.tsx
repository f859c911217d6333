import { Badge } from '#ui/Badge.tsx';
import type { WebhookDeliveryWire } from '../../wire/index.ts';
import { deliveryStateLabels } from '../../wire/webhooks.constants.ts';

type State = Pick<WebhookDeliveryWire, 'state' | 'attempts'>;

/** One that waits after an attempt is being retried. */
export function DeliveryBadge({ delivery: { state, attempts } }: { delivery: State }) {
  if (state === 'waiting' && attempts > 0) return <Badge tone="warning">Retrying</Badge>;
  const tone = state === 'delivered' ? 'success' : state === 'failed' ? 'danger' : 'info';
  return <Badge tone={tone}>{deliveryStateLabels[state]}</Badge>;
}
