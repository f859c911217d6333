// What programs of customers are told about their resources.
import { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { Resource } from './resources.ts';

export const ResourceEventData = Resource.pick({
  name: true,
  title: true,
  is_active: true,
  proxies_total: true,
  proxies_available: true,
  proxies_blocked: true,
  proxies_dead: true,
})
  .extend({
    next_release_at: z.iso.datetime().nullable().describe('When the next block of a proxy ends.'),
    exhausted_at: z.iso.datetime().describe('When none is left, at the pace of the last 6 hours.'),
  })
  .meta({ id: 'ResourceEventData' });

const resource = {
  name: 'my-first',
  title: 'A short title',
  is_active: true,
  proxies_total: 20,
  proxies_available: 0,
  proxies_blocked: 17,
  proxies_dead: 3,
  next_release_at: '2026-12-01T10:00:00.000Z',
  exhausted_at: '2026-12-01T09:30:00.000Z',
};

export const resourceEmptyEvent = customerEvent({
  type: 'proxy_resource.empty',
  summary: 'A resource has no proxy left',
  description:
    'Sent at most once a day for a resource in use. Requests through it are answered 503 until a proxy is released or added.',
  data: ResourceEventData,
  example: resource,
});

export const resourceRunningOutEvent = customerEvent({
  type: 'proxy_resource.running_out',
  summary: 'The proxies of a resource are running out',
  description:
    'Sent at most once a day for a resource in use that has no proxy left within 6 hours, at its present pace.',
  data: ResourceEventData,
  example: {
    ...resource,
    proxies_available: 2,
    proxies_blocked: 15,
    exhausted_at: '2026-12-01T14:00:00.000Z',
  },
});
