import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { featureNames } from './features.ts';

export const FeatureOff = z
  .object({
    name: z.enum(featureNames),
    label: z.string(),
    notice: z.string().describe('What staff say about it; may be empty.'),
    since: z.iso.datetime(),
  })
  .meta({ id: 'FeatureOff' });
export type FeatureOffWire = z.infer<typeof FeatureOff>;

/** Asked by every screen that begins with something that may be off, signed in or not. */
export const listFeaturesOff = endpoint({
  method: 'GET',
  path: '/apix/features/',
  summary: 'What is switched off for everybody now; its calls answer 503 `feature_off`',
  permission: 'public',
  work: 'none',
  responses: { 200: z.object({ off: z.array(FeatureOff) }) },
});
