import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { featureNames } from '#lib/features.ts';
import { staffOnly } from '#lib/staff-permissions.ts';

export const FeatureSwitch = z
  .object({
    name: z.enum(featureNames),
    label: z.string(),
    is_on: z.boolean(),
    reason: z.string().describe('Reason of the last change; empty if never changed.'),
    notice: z.string().describe('Shown to customers while the feature is off.'),
    changed_by: z.string().nullable(),
    changed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'FeatureSwitch' });
export type FeatureSwitchWire = z.infer<typeof FeatureSwitch>;

export const listFeatures = endpoint({
  method: 'GET',
  path: '/apix/admin/features/',
  summary: 'List feature switches',
  permission: staffOnly('system.read'),
  work: 'read',
  responses: { 200: z.object({ features: z.array(FeatureSwitch) }) },
});

export const switchFeature = endpoint({
  method: 'PATCH',
  path: '/apix/admin/features/:name/',
  summary: 'Switch a feature on or off',
  permission: staffOnly('system.repair'),
  work: 'write',
  params: z.object({ name: z.enum(featureNames) }),
  body: z.object({
    is_on: z.boolean(),
    reason: z.string().trim().min(1).max(500),
    notice: z
      .string()
      .trim()
      .max(300)
      .default('')
      .describe('Shown to customers while the feature is off.'),
  }),
  responses: { 200: FeatureSwitch },
});
