import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { declareError, endpoint, events } from '../endpoint.ts';
import type { Scope } from '../scopes.ts';
import { retryAfter } from './fields.ts';

/** The topics that areas publish to customers, and the scope that an API key needs for each. */
export const topicScopes = {
  billing: 'billing:read',
  customs: 'customs',
  payments: 'payments:read',
  speech: 'speech',
  tickets: 'support:write',
  webhooks: 'webhooks',
} as const satisfies Record<string, Scope>;
export type LiveTopic = keyof typeof topicScopes;
export const liveTopics = Object.keys(topicScopes) as [LiveTopic, ...LiveTopic[]];

const topicList = Object.entries(topicScopes).map(([topic, scope]) => `\`${topic}\` (${scope})`);

export const tooManyStreams = declareError(
  'too_many_streams',
  429,
  `An account may open ${budgets.eventStreamsPerAccount} event streams at once. Close one first.`,
  { retry_after: retryAfter },
);

/** The event stream. For a key, opening it counts as one request, and its events as none. */
export const followTopics = endpoint({
  method: 'GET',
  path: '/apix/events/',
  group: 'Events',
  tool: { none: 'Its response has no end.' },
  summary: 'Stream events',
  description:
    'Streams server-sent events that say what changed; fetch the object by its own call. Continue with `Last-Event-ID`; the topic `lost` means that events were missed.',
  permission: { key: Object.values(topicScopes) },
  work: 'none',
  query: z.object({
    topics: z
      .string()
      .max(500)
      .transform((text) => [...new Set(text.split(',').map((word) => word.trim()))])
      .pipe(z.array(z.enum(liveTopics)))
      .describe(
        `Comma-separated list. An API key needs the scope of each: ${topicList.join(', ')}.`,
      ),
  }),
  responses: {
    200: events(
      z.object({
        id: z.string().describe('Sent as `Last-Event-ID`, it resumes the stream after the event.'),
        topic: z
          .string()
          .describe('One of the requested topics. `lost`: events were missed, reload all data.'),
        data: z.unknown().describe('Names what changed; fetch it with its own call.'),
      }),
    ),
  },
  errors: [tooManyStreams],
});
