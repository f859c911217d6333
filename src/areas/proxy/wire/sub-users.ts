// Sub-users: logins of a resource that its owner gives to others.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { uuidId } from '#lib/wire/fields.ts';
import { byName } from './resources.ts';
import { subUserSchema } from './sub-users.form.ts';

const time = z.iso.datetime();
const permission = { key: 'proxy' } as const;
const bySubUser = z.object({
  name: z.string().describe('The name of the resource.'),
  id: z.string().describe('The `id` of the sub-user.'),
});
const { shape } = subUserSchema;

export const SubUser = z
  .object({
    id: uuidId,
    name: z.string().describe('Part of its user name.'),
    user_name: z.string().describe('For the gateway: RESOURCE.user-NAME, options may follow.'),
    is_active: z.boolean().describe('False: its requests are refused.'),
    traffic_limit_bytes: z.int().nullable().describe('Per calendar month; null means no limit.'),
    requests_limit: z.int().nullable().describe('Per calendar month; null means no limit.'),
    traffic_used_bytes: z.int().describe('In both directions, since the month began in UTC.'),
    requests_used: z.int().describe('Since the month began in UTC.'),
    price_per_gb: z.string().nullable().describe('In US dollars.'),
    spend_limit: z.string().nullable().describe('US dollars per calendar month in UTC.'),
    spent: z
      .string()
      .nullable()
      .describe('US dollars since the month began, at the present price; null without a price.'),
    is_over_limit: z.boolean().describe('Its requests are refused until resets_at.'),
    resets_at: time.describe('When the next month begins in UTC.'),
    addresses: z.array(z.string()).describe('Addresses that may omit the password.'),
    networks_confirmed: z
      .int()
      .describe('Addresses, or /64 networks of IPv6, that may omit the password now.'),
    created_at: time.describe('When it was created.'),
    updated_at: time.describe('When it last changed.'),
  })
  .meta({ id: 'ProxySubUser' });
export type SubUserWire = z.infer<typeof SubUser>;

export const NewSubUser = SubUser.extend({
  password: z.string().describe('It is returned only once.'),
}).meta({ id: 'NewProxySubUser' });
export type NewSubUserWire = z.infer<typeof NewSubUser>;

const createSubUserBody = z.object({
  name: shape.name,
  is_active: shape.is_active.default(true),
  traffic_limit_bytes: shape.traffic_limit_bytes.default(null),
  requests_limit: shape.requests_limit.default(null),
  price_per_gb: shape.price_per_gb.default(null),
  spend_limit: shape.spend_limit.default(null),
  addresses: shape.addresses.default([]),
});
export type CreateSubUserBody = z.output<typeof createSubUserBody>;
const patchSubUserBody = subUserSchema.partial();
export type PatchSubUserBody = z.output<typeof patchSubUserBody>;

export const subUserLimitReached = declareError(
  'sub_user_limit_reached',
  400,
  'Your account has no room for another sub-user. Delete one first.',
  { limit: z.int().describe('Sub-users of all resources together.') },
);

export const listSubUsers = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/sub-users/',
  group: 'Logins for programs',
  tool: { toolset: 'proxy', order: 6 },
  summary: 'List sub-users of a resource',
  description:
    'Returns the logins of a resource that you gave to others, with what each has used this month.',
  permission,
  work: 'read',
  params: byName,
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search,
    ordering: listQuery.ordering.describe('`name` or `created_at`; a leading - sorts descending.'),
  }),
  responses: { 200: createPageSchema(SubUser) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});

export const createSubUser = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/sub-users/',
  group: 'Logins for programs',
  tool: { toolset: 'proxy', order: 7 },
  summary: 'Create a sub-user',
  description:
    'Creates a login with limits of its own for somebody else. The password is in this response only; its requests are charged to you.',
  permission,
  work: 'write',
  params: byName,
  body: createSubUserBody,
  responses: { 201: NewSubUser },
  responseHasSecret: true,
  errors: [commonErrors.notFound, subUserLimitReached],
});

export const readSubUser = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/sub-users/:id/',
  group: 'Logins for programs',
  tool: { toolset: 'proxy', order: 6 },
  summary: 'Retrieve a sub-user',
  description: 'Returns one login with its limits and its use since the month began in UTC.',
  permission,
  work: 'read',
  params: bySubUser,
  responses: { 200: SubUser },
  errors: [commonErrors.notFound],
});

export const patchSubUser = endpoint({
  method: 'PATCH',
  path: '/apix/data_proxy/resources/:name/sub-users/:id/',
  group: 'Logins for programs',
  tool: { toolset: 'proxy', order: 7 },
  summary: 'Update a sub-user',
  description: 'Changes name, limits or addresses of a login. It applies to its next request.',
  permission,
  work: 'write',
  params: bySubUser,
  body: patchSubUserBody,
  responses: { 200: SubUser },
  errors: [commonErrors.notFound],
});

export const deleteSubUser = endpoint({
  method: 'DELETE',
  path: '/apix/data_proxy/resources/:name/sub-users/:id/',
  group: 'Logins for programs',
  tool: { toolset: 'proxy', order: 8 },
  summary: 'Delete a sub-user',
  description:
    'Deletes a login. Its open connections are closed within seconds, and its traffic stays in the statistics.',
  permission,
  work: 'write',
  params: bySubUser,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const rotateSubUserPassword = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/sub-users/:id/rotate/',
  group: 'Logins for programs',
  tool: { toolset: 'proxy', order: 7, isDestructive: true },
  summary: 'Replace the password of a sub-user',
  description:
    'Replaces the password of a login; the old one is refused at once. The new one is in this response only.',
  permission,
  work: 'write',
  params: bySubUser,
  responses: { 200: NewSubUser },
  responseHasSecret: true,
  errors: [commonErrors.notFound],
});
