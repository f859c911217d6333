import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { declareError, endpoint, events } from '../endpoint.ts';

/** The topics that areas publish to customers. */
export const liveTopics = ['billing', 'customs', 'payments', 'speech', 'tickets'] as const;

export const tooManyStreams = declareError(
  'too_many_streams',
  429,
  `An account may open ${budgets.eventStreamsPerAccount} event streams at once. Close one first.`,
  { retry_after: z.int() },
);

/** The event stream. Resume with `Last-Event-ID`; the topic `lost` means: reload all data. */
export const followTopics = endpoint({
  method: 'GET',
  path: '/apix/events/',
  summary: 'Stream events',
  permission: 'user',
  work: 'none',
  query: z.object({
    topics: z
      .string()
      .max(500)
      .transform((text) => [...new Set(text.split(',').map((word) => word.trim()))])
      .pipe(z.array(z.enum(liveTopics)))
      .describe(`Comma-separated list: ${liveTopics.join(', ')}.`),
  }),
  responses: { 200: events(z.object({ id: z.string(), topic: z.string(), data: z.unknown() })) },
  errors: [tooManyStreams],
});
