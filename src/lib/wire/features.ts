import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { featureNames } from '../features.ts';

export const FeatureOff = z
  .object({
    name: z.enum(featureNames).describe('A stable name.'),
    label: z.string().describe('For people.'),
    notice: z.string().describe('The message from staff; may be empty.'),
    since: z.iso.datetime().describe('When they did.'),
  })
  .meta({ id: 'FeatureOff' });
export type FeatureOffWire = z.infer<typeof FeatureOff>;

/** Called by every screen whose feature may be switched off, signed in or not. */
export const listFeaturesOff = endpoint({
  method: 'GET',
  path: '/apix/features/',
  testMode: 'copied',
  group: 'Status',
  tool: { none: 'It is for the screens of the dashboard.' },
  summary: 'List disabled features',
  description:
    'Returns what staff have switched off at the moment, so that screens can say so. Calls of such a feature return 503.',
  permission: 'public',
  work: 'none',
  responses: {
    200: z.object({ off: z.array(FeatureOff).describe('Those that are off at the moment.') }),
  },
});
