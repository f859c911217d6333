// The apps that people may connect, as staff see them, and how staff stop one for everyone.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { uuidId } from '#lib/wire/fields.ts';
import { appStates, connectionStates } from './apps.constants.ts';
import { ConnectedApp } from './apps.ts';

export const RegisteredApp = z
  .object({
    id: uuidId,
    name: z.string().describe('What the app calls itself.'),
    uri: z.string().describe('The page of the app, as it says itself; may be empty.'),
    document_url: z
      .string()
      .nullable()
      .describe('The document that describes the app; null for one that registered itself.'),
    redirect_uris: z.array(z.string()).describe('Where it may receive codes.'),
    created_at: z.iso.datetime().describe('When it registered itself, or was first connected.'),
    last_used_at: z.iso.datetime().describe('When it last got a token, or was allowed something.'),
    connections: z.int().describe('How many of its connections have not ended.'),
    disabled_at: z.iso.datetime().nullable().describe('When staff disabled it.'),
    disabled_reason: z.string().describe('For staff only; empty unless it is disabled.'),
  })
  .meta({ id: 'RegisteredApp' });
export type RegisteredAppWire = z.infer<typeof RegisteredApp>;

export const AppConnection = ConnectedApp.omit({ name: true, is_disabled: true })
  .extend({
    user: z.object({ id: z.int(), email: z.string() }).describe('Who connected it.'),
    ended_at: z.iso
      .datetime()
      .nullable()
      .describe('When it was disconnected or expired; such a connection is listed for 30 days.'),
  })
  .meta({ id: 'AppConnection' });
export type AppConnectionWire = z.infer<typeof AppConnection>;

const path = '/apix/admin/apps/' as const;
const params = z.object({ id: z.uuid('Must be a valid UUID.') });
const { page, page_size, limit } = listQuery;
const reason = z.string().trim().min(1, 'This field may not be blank.').max(500);

export const listRegisteredApps = endpoint({
  method: 'GET',
  path,
  summary: 'List the apps that people may connect',
  description:
    'Returns the apps that registered themselves or that a document describes, the latest used first. An app that nobody connected is deleted after a week.',
  permission: staffOnly('apps.read'),
  work: 'read',
  query: z.object({
    page,
    page_size,
    limit,
    search: listQuery.search.describe(
      'In the name, the page, the document and the addresses for codes.',
    ),
    state: z.enum(appStates).optional(),
  }),
  responses: { 200: createPageSchema(RegisteredApp) },
  errors: [commonErrors.invalidPage],
});

export const readRegisteredApp = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  summary: 'Read an app that people may connect',
  description: 'Returns what an app says about itself, and whether staff have disabled it.',
  permission: staffOnly('apps.read'),
  work: 'read',
  params,
  responses: { 200: RegisteredApp },
  errors: [commonErrors.notFound],
});

export const listAppConnections = endpoint({
  method: 'GET',
  path: `${path}:id/connections/`,
  summary: 'List the connections of an app',
  description: 'Returns the accounts that connected an app, the latest used first.',
  permission: staffOnly('apps.read'),
  work: 'read',
  params,
  query: z.object({ page, page_size, limit, state: z.enum(connectionStates).optional() }),
  responses: { 200: createPageSchema(AppConnection) },
  errors: [commonErrors.invalidPage, commonErrors.notFound],
});

export const disableApp = endpoint({
  method: 'POST',
  path: `${path}:id/disable/`,
  summary: 'Disable an app',
  description:
    'Refuses all tokens of an app at once, and everyone who is sent here to connect it. The connections stay, and work again once it is enabled; the reason is for staff only.',
  audited: 'disabled the app',
  permission: staffOnly('apps.disable'),
  work: 'write',
  params,
  body: z.object({ reason }),
  responses: { 200: RegisteredApp },
  errors: [commonErrors.notFound],
});

export const enableApp = endpoint({
  method: 'POST',
  path: `${path}:id/enable/`,
  summary: 'Enable an app again',
  description: 'Ends the disabling: the connections that have not expired work again.',
  audited: 'enabled the app',
  permission: staffOnly('apps.disable'),
  work: 'write',
  params,
  body: z.object({ reason }),
  responses: { 200: RegisteredApp },
  errors: [commonErrors.notFound],
});
