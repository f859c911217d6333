// Where the reference explains the events of webhooks.

export const webhookEventsPath = '/docs/api/webhook-events';

/** `proxy_resource.empty` is at `/docs/api/webhook-events/proxy-resource-empty`. */
export const webhookEventPath = (type: string): string =>
  `${webhookEventsPath}/${type.replaceAll(/[._]/g, '-')}`;
