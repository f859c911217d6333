import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { featureNames } from '#lib/features.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { switchFeatureBody } from './features.form.ts';

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
  description: 'Returns what can be switched off for everyone, with who last did so and why.',
  permission: staffOnly('system.read'),
  work: 'read',
  responses: { 200: z.object({ features: z.array(FeatureSwitch) }) },
});

export const switchFeature = endpoint({
  method: 'PATCH',
  path: '/apix/admin/features/:name/',
  summary: 'Switch a feature on or off',
  description:
    'Switches a part of the product off or on for everyone. While it is off its calls return 503 with your notice.',
  audited: 'switched',
  permission: staffOnly('system.repair'),
  work: 'write',
  params: z.object({ name: z.enum(featureNames) }),
  body: switchFeatureBody,
  responses: { 200: FeatureSwitch },
});
