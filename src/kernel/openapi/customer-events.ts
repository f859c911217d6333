// The webhooks of a document: what the receivers of customers get.
import { z } from 'zod';
import { type CustomerEvent, eventsVersion } from '#lib/customer-events.ts';
import { exampleUuid } from '#lib/openapi-examples.ts';
import { type Draft, type Json, share, toJsonSchema } from './json-schema.ts';

const envelope = z
  .object({
    timestamp: z.iso.datetime().describe('When it happened.'),
    api_version: z.string().describe('The version of `data`.'),
    id: z.uuid().describe('The same as the header `webhook-id`: handle each once.'),
    sequence: z.int().describe('Increases with every event of the account; may have gaps.'),
    is_test: z.boolean().describe('Sent by hand, with example data.'),
    test_mode: z.boolean().describe('Happened in test mode: nothing of it is real.'),
  })
  .meta({ id: 'WebhookEnvelope' });

const headers = {
  'webhook-id': 'The same for every attempt of an event.',
  'webhook-timestamp': 'Seconds since 1970 of the attempt. Refuse what is older than 5 minutes.',
  'webhook-signature':
    'Signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`.',
  'webhook-sequence': 'The same as `sequence`.',
};

const toComponentName = (type: string) =>
  `${type.replace(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Event`;

/** By type. Each is a POST that the customer's server answers. */
export function describeWebhooks(events: readonly CustomerEvent[], draft: Draft): Json {
  const shared = toJsonSchema(envelope, draft);
  return Object.fromEntries(
    events.map((event) => [event.type, { post: describeOperation(event, shared, draft) }]),
  );
}

function describeOperation(event: CustomerEvent, shared: Json, draft: Draft): Json {
  const { type, summary, description, data, example } = event;
  const name = toComponentName(type);
  const schema = share(draft, name, {
    allOf: [
      shared,
      {
        type: 'object',
        required: ['type', 'data'],
        properties: {
          type: { const: type, description: 'What happened.' },
          data: { ...toJsonSchema(data, draft), description: 'What it is about, as it was then.' },
        },
      },
    ],
  });
  const body = {
    type,
    timestamp: '2026-12-01T09:30:00.000Z',
    api_version: eventsVersion,
    id: exampleUuid,
    sequence: 1041,
    is_test: false,
    test_mode: false,
    data: example,
  };
  return {
    operationId: `on${name}`,
    tags: ['Webhooks'],
    summary,
    description,
    security: [],
    parameters: Object.entries(headers).map(([header, text]) => ({
      name: header,
      in: 'header',
      required: true,
      description: text,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema, example: body } } },
    responses: {
      '204': { description: 'Any status from 200 to 299 accepts the event.' },
      '410': { description: 'Disables the endpoint: it wants no more events.' },
    },
  };
}
