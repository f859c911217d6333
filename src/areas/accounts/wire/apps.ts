// Connected apps: programs such as assistants, to which a person has granted access by OAuth.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { scopes } from '#lib/scopes.ts';
import { byId, uuidId } from '#lib/wire/fields.ts';
import { appNameLengthMax, grantDays } from './apps.constants.ts';

export const appUnknown = declareError(
  'app_unknown',
  400,
  'This app is not registered here, or the address that it wants you to return to is not its own.',
);
export const appDisabled = declareError(
  'app_disabled',
  403,
  'The operator of this service has disabled this app. It can not be connected.',
);
export const appRequestInvalid = declareError(
  'app_request_invalid',
  400,
  'The app did not ask in a way that this server supports.',
  {
    redirect_to: z
      .string()
      .describe(
        'Where the app learns of it. A person decides whether to go there: nobody has checked the app.',
      ),
  },
);

const text = z.string().max(2000);

/** The parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636; RFC 8707). */
const requestFields = {
  client_id: z
    .string()
    .max(500)
    .describe('Of the registration of the app, or the https address of its metadata document.'),
  redirect_uri: text.optional().describe('Where the app gets its code.'),
  response_type: text.optional().describe('Always `code`.'),
  code_challenge: text.optional().describe('By PKCE.'),
  code_challenge_method: text.optional().describe('Always `S256`.'),
  scope: text.optional().describe('Names of scopes with spaces between them.'),
  state: text.optional().describe('Returned to the app as it is.'),
  resource: text.optional().describe('The address of the MCP server.'),
};

export const AppRequest = z
  .object({
    name: z.string().describe('What the app calls itself: nobody has checked it.'),
    uri: z.string().describe('The page of the app, as it says itself; may be empty.'),
    described_by: z
      .string()
      .nullable()
      .describe('The host whose document describes the app; null for one that registered itself.'),
    registered_at: z.iso
      .datetime()
      .nullable()
      .describe('When it registered itself here; null for an app that a document describes.'),
    redirect_host: z.string().describe('The host, or the scheme of an app, that gets the code.'),
    is_local: z.boolean().describe('Whether that is a program on the computer of the person.'),
    scopes: z.array(z.enum(scopes)).describe('What it asks for; everything, if it does not say.'),
  })
  .meta({ id: 'AppRequest' });
export type AppRequestWire = z.infer<typeof AppRequest>;

export const ConnectedApp = z
  .object({
    id: uuidId,
    name: z.string().describe('What the app calls itself.'),
    redirect_host: z.string().describe('Where it was connected from.'),
    scopes: z.array(z.enum(scopes)).describe('What it may call.'),
    may_change: z
      .boolean()
      .describe('Whether it may create, change and delete; otherwise it reads.'),
    is_disabled: z.boolean().describe('Whether the operator has disabled it for everyone.'),
    created_at: z.iso.datetime().describe('When it was connected.'),
    last_used_at: z.iso.datetime().describe('Of its last call, to the minute.'),
    expires_at: z.iso.datetime().describe('It is disconnected then, unless it is used before.'),
  })
  .meta({ id: 'ConnectedApp' });
export type ConnectedAppWire = z.infer<typeof ConnectedApp>;

export const readAppRequest = endpoint({
  method: 'GET',
  path: '/apix/accounts/apps/request/',
  testMode: 'live',
  group: 'Connected apps',
  summary: 'Read what an app asks for',
  description:
    'Checks the request with which an app sends a person here to be connected, and returns what to show before the person decides. Nothing is granted yet.',
  permission: 'user',
  work: 'none',
  query: z.object(requestFields),
  // Each may make this server fetch the document of another app.
  rateLimit: { points: 60, windowSeconds: 3600 },
  responses: { 200: AppRequest },
  errors: [appUnknown, appDisabled, appRequestInvalid],
});

export const answerAppRequest = endpoint({
  method: 'POST',
  path: '/apix/accounts/apps/',
  testMode: 'live',
  group: 'Connected apps',
  summary: 'Connect an app, or decline',
  description:
    'Grants an app the scopes that the person chose, or tells it that the person declined. Returns the address that the browser has to go to; the app exchanges the code in it within two minutes.',
  permission: 'user',
  work: 'none',
  body: z.object({
    ...requestFields,
    is_allowed: z.boolean().describe('What the person decided.'),
    scopes: z.array(z.enum(scopes)).optional().describe('Of those that it asked for.'),
    may_change: z.boolean().default(false).describe('Whether it may do more than read.'),
  }),
  responses: { 200: z.object({ redirect_to: z.string().describe('An address of the app.') }) },
  responseHasSecret: true,
  rateLimit: { points: 30, windowSeconds: 3600 },
  errors: [appUnknown, appDisabled, appRequestInvalid],
});

const { page, page_size, limit } = listQuery;

export const listConnectedApps = endpoint({
  method: 'GET',
  path: '/apix/accounts/apps/',
  testMode: 'live',
  group: 'Connected apps',
  summary: 'List connected apps',
  description: `Returns the apps that may act for the account, with what each may do. An app that asks for nothing in ${grantDays} days is no longer connected.`,
  permission: 'user',
  work: 'read',
  query: z.object({ page, page_size, limit }),
  responses: { 200: createPageSchema(ConnectedApp) },
  errors: [commonErrors.invalidPage],
});

export const disconnectApp = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/apps/:id/',
  testMode: 'live',
  group: 'Connected apps',
  summary: 'Disconnect an app',
  description: 'Ends all tokens of an app at once. It has to be connected again to act for you.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

/** Of a registration (RFC 7591), as far as it is used. */
export const appRegistration = z.object({
  client_name: z.string().trim().max(appNameLengthMax).catch('').default(''),
  client_uri: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional()
    .catch(undefined),
  redirect_uris: z.array(z.string().max(500)).min(1).max(10),
});
