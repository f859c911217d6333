// The catalogue of events, with an example of each.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';

export const WebhookEventType = z
  .object({
    type: z.string().describe('The name that endpoints and events use.'),
    area: z.string().describe('The part of the product that it belongs to.'),
    summary: z.string().describe('What happened.'),
    description: z.string().describe('When it is sent, and what to do with it.'),
    example: z.record(z.string(), z.unknown()).describe('An example of `data`.'),
  })
  .meta({ id: 'WebhookEventType' });
export type WebhookEventTypeWire = z.infer<typeof WebhookEventType>;

export const listWebhookEventTypes = endpoint({
  method: 'GET',
  path: '/apix/webhooks/event-types/',
  group: 'Endpoints',
  tool: { toolset: 'webhooks', order: 2 },
  summary: 'List types of webhook events',
  description: 'Returns every type of event with an example of its data, by area.',
  permission: { key: 'webhooks' },
  work: 'read',
  responses: {
    200: z.object({
      api_version: z.string().describe('The version of all data.'),
      is_included: z.boolean().describe('Whether the plan of the account includes webhooks.'),
      results: z.array(WebhookEventType).describe('All of them.'),
    }),
  },
});
