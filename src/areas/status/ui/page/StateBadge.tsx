import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import {
  type ComponentState,
  type IncidentState,
  incidentStateLabels,
  stateLabels,
} from '../../wire/status.constants.ts';

const stateTones: Record<ComponentState, BadgeTone> = {
  up: 'success',
  degraded: 'warning',
  down: 'danger',
};

export const StateBadge = ({ state }: { state: ComponentState }) => (
  <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
);

const incidentTones: Record<IncidentState, BadgeTone> = {
  investigating: 'danger',
  identified: 'warning',
  monitoring: 'info',
  resolved: 'success',
};

export const IncidentStateBadge = ({ state }: { state: IncidentState }) => (
  <Badge tone={incidentTones[state]}>{incidentStateLabels[state]}</Badge>
);
