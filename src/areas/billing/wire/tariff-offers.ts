// Private tariffs that staff offer to individual customers.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';

const offers = {
  path: '/apix/admin/users/:id/tariffs/',
  permission: staffOnly('payments.decide'),
  params: z.object({ id: accountId }),
  responses: {
    200: z.object({
      tariffs: z
        .array(
          z.object({
            slug: z.string(),
            name: z.string(),
            monthly_price: z.string().describe('Decimal text.'),
            currency: z.string(),
            is_offered: z.boolean(),
          }),
        )
        .describe('All private tariffs on sale.'),
    }),
  },
  errors: [commonErrors.notFound],
} as const;

export const listTariffOffers = endpoint({
  method: 'GET',
  work: 'read',
  summary: 'List the private tariffs offered to a customer',
  description:
    'Returns the private tariffs on sale, with those marked that this customer may choose.',
  ...offers,
});

export const setTariffOffers = endpoint({
  method: 'PUT',
  work: 'write',
  summary: 'Set the private tariffs offered to a customer',
  description:
    'Replaces the list of private tariffs that a customer may choose. A subscription that already runs is not affected.',
  audited: 'set the private tariffs of',
  ...offers,
  body: z.object({ tariffs: z.array(z.string().max(40)).max(100) }),
});
