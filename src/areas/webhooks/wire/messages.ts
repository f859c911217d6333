// An event as it is posted to endpoints.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { byId } from '#lib/wire/fields.ts';
import { deliveryDays } from './webhooks.constants.ts';

export const readWebhookEvent = endpoint({
  method: 'GET',
  path: '/apix/webhooks/events/:id/',
  group: 'Deliveries',
  tool: { toolset: 'webhooks', order: 2 },
  summary: 'Retrieve a webhook event',
  description: `Returns an event of the last ${deliveryDays} days as endpoints receive it. It exists if an endpoint wanted it, or if the topic \`webhooks\` of the event stream was followed when it happened.`,
  permission: { key: 'webhooks' },
  work: 'read',
  params: byId,
  responses: {
    200: z.object({
      type: z.string().describe('What happened.'),
      timestamp: z.iso.datetime().describe('When it happened.'),
      api_version: z.string().describe('The version of `data`.'),
      id: z.uuid().describe('The same as the header `webhook-id`.'),
      sequence: z.int().describe('Increases with every event of the account; may have gaps.'),
      is_test: z.boolean().describe('Sent by hand, with example data.'),
      test_mode: z.boolean().describe('Happened in test mode: nothing of it is real.'),
      data: z.record(z.string(), z.unknown()).describe('What it is about, as it was then.'),
    }),
  },
  errors: [commonErrors.notFound],
});
