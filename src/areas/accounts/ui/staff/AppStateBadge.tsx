import { Badge } from '#ui/Badge.tsx';
import type { RegisteredAppWire } from '../../wire/staff-apps.ts';

export const AppStateBadge = ({ app }: { app: Pick<RegisteredAppWire, 'disabled_at'> }) =>
  app.disabled_at ? <Badge tone="danger">Disabled</Badge> : <Badge tone="success">Enabled</Badge>;
