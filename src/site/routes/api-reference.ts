import { webhookEventsPath } from '#lib/webhook-event-path.ts';
import type { Route } from './route.ts';

export const apiReference: Route = {
  isWholePage: true,
  path: '/docs/api',
  label: 'API reference',
  description: 'Every call of the API with its fields, its errors and the permission it requires.',
};

export const apiErrors: Route = {
  isWholePage: true,
  path: '/docs/errors',
  label: 'Errors',
  description: 'Every error code of the API, its likely causes and what to do about it.',
};

/** Lists of the reference that are in no menu of the site. */
export const referenceLists: readonly Route[] = [
  {
    isWholePage: true,
    isHidden: true,
    path: '/docs/api/objects',
    label: 'Objects',
    description: 'The objects that calls of the API return, each with its fields.',
  },
  {
    isWholePage: true,
    isHidden: true,
    path: webhookEventsPath,
    label: 'Webhook events',
    description: 'The events that webhooks send to your server, each with its fields.',
  },
];
