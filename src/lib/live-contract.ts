import { z } from 'zod';
import { endpoint, events } from './endpoint.ts';

const topic = /^[a-z][a-z_-]{0,39}$/;
const topicsMax = 10;

/** The one event stream. Resume with `Last-Event-ID`; the topic `lost` means: load again. */
export const followTopics = endpoint({
  method: 'GET',
  path: '/apix/events/',
  summary: 'Live changes of what is yours, as server-sent events',
  permission: 'user',
  query: z.object({
    topics: z
      .string()
      .max(500)
      .transform((text) => [...new Set(text.split(',').map((word) => word.trim()))])
      .pipe(
        z
          .array(z.string().regex(topic, 'Name topics such as payments,tickets.'))
          .max(topicsMax, `Name at most ${topicsMax} topics.`),
      )
      .describe('Comma list: payments, tickets, ...'),
  }),
  reply: { 200: events(z.object({ id: z.string(), topic: z.string(), data: z.unknown() })) },
});
