import { z } from 'zod';
import { budgets } from './budgets.ts';
import { declareError, endpoint, events } from './endpoint.ts';

/** What areas tell their customers of. */
export const liveTopics = ['billing', 'payments', 'tickets'] as const;

export const tooManyStreams = declareError(
  'too_many_streams',
  429,
  `An account may follow ${budgets.eventStreamsPerAccount} event streams at once. Close one first.`,
  { retry_after: z.int() },
);

/** The one event stream. Resume with `Last-Event-ID`; the topic `lost` means: load again. */
export const followTopics = endpoint({
  method: 'GET',
  path: '/apix/events/',
  summary: 'Live changes of what is yours, as server-sent events',
  permission: 'user',
  work: 'none',
  query: z.object({
    topics: z
      .string()
      .max(500)
      .transform((text) => [...new Set(text.split(',').map((word) => word.trim()))])
      .pipe(z.array(z.enum(liveTopics)))
      .describe(`Comma list: ${liveTopics.join(', ')}.`),
  }),
  responses: { 200: events(z.object({ id: z.string(), topic: z.string(), data: z.unknown() })) },
  errors: [tooManyStreams],
});
