// Tariffs as staff prepare them: a version is a draft, then published, then superseded by the next.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { Tariff, TariffLimits } from './tariff-contract.ts';

export const tariffStates = ['draft', 'published', 'retired', 'superseded'] as const;

export const TariffVersion = Tariff.extend({
  version: z.int(),
  state: z.enum(tariffStates),
  subscribers: z.int().describe('Whose live subscription is to this very version.'),
}).meta({ id: 'TariffVersion' });
export type TariffVersionWire = z.infer<typeof TariffVersion>;

export const wrongTariffState = declareError(
  'invalid_state',
  400,
  'A tariff in this state can not do that.',
  { current_status: z.enum(tariffStates) },
);
export const freeTariffStays = declareError(
  'free_tariff_stays',
  400,
  'Accounts without a paid plan fall back to the free tariff, so it stays.',
);

const path = '/apix/admin/tariffs/' as const;
const params = z.object({ id: z.string() });
const price = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount such as 19.00.');
const line = (lengthMax: number) => z.string().trim().max(lengthMax);

export const listTariffVersions = endpoint({
  method: 'GET',
  path,
  summary: 'Every version of every tariff, the newest of each first',
  permission: staffOnly('tariffs.read'),
  work: 'replica',
  responses: { 200: z.object({ versions: z.array(TariffVersion) }) },
});

export const draftTariff = endpoint({
  method: 'POST',
  path,
  summary: 'Prepare a version; nobody is sold it until it is published',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  body: z.object({
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and hyphens.')
      .max(40),
    name: line(60).min(1, 'This field may not be blank.'),
    tagline: line(200).default(''),
    description: line(1000).default(''),
    monthly_price: price,
    yearly_price: price.nullable().default(null),
    trial_days: z.int().min(0).max(365).default(0),
    limits: TariffLimits,
    overage_price: z
      .string()
      .trim()
      .regex(/^\d{1,6}(\.\d{1,8})?$/, 'Enter an amount such as 0.0002.')
      .nullable()
      .default(null)
      .describe('For each request past the quota; null makes the quota a wall.'),
    is_public: z.boolean().default(true),
  }),
  responses: { 201: TariffVersion },
});

export const publishTariff = endpoint({
  method: 'POST',
  path: `${path}:id/publish/`,
  summary: 'Sell this version from now on; who has an older one keeps it',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  params,
  responses: { 200: TariffVersion },
  errors: [commonErrors.notFound, wrongTariffState],
});

export const retireTariff = endpoint({
  method: 'POST',
  path: `${path}:id/retire/`,
  summary: 'Sell a tariff no more; who has it keeps it',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  params,
  responses: { 200: TariffVersion },
  errors: [commonErrors.notFound, wrongTariffState, freeTariffStays],
});

export const discardTariff = endpoint({
  method: 'DELETE',
  path: `${path}:id/`,
  summary: 'Throw a draft away',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound, wrongTariffState],
});
