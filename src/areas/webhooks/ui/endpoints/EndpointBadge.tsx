import { Badge } from '#ui/Badge.tsx';
import type { WebhookEndpointWire } from '../../wire/index.ts';

type State = Pick<WebhookEndpointWire, 'is_enabled' | 'failing_since'>;

export function EndpointBadge({ endpoint: { is_enabled, failing_since } }: { endpoint: State }) {
  if (!is_enabled) return <Badge>Disabled</Badge>;
  return failing_since ? (
    <Badge tone="danger">Failing</Badge>
  ) : (
    <Badge tone="success">Enabled</Badge>
  );
}
