import type { WebhookEndpointWire } from '../../wire/index.ts';
import { type DisabledReason, failingDaysMax } from '../../wire/webhooks.constants.ts';

export const webhooksPath = '/dashboard/webhooks';
export const endpointPath = (id: string) => `${webhooksPath}/${id}`;

export const listEvents = ({ event_types: types }: Pick<WebhookEndpointWire, 'event_types'>) => {
  if (types === null) return 'All events';
  return types.length === 1 ? types[0]! : `${types.length} events`;
};

export const disabledTexts: Record<DisabledReason, string> = {
  customer: 'Nothing is sent to it until you enable it.',
  staff: 'Our staff disabled it. Open a ticket if you do not know why.',
  gone: 'It answered 410, which says that it wants no more events.',
  failing: `Every delivery failed for ${failingDaysMax} days. Enable it when it works again.`,
};
