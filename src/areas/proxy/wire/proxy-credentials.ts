// New credentials for all proxies of a host that were added by hand.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { changeCredentialsBody } from './proxy-credentials.form.ts';
import { byName } from './resources.ts';

export const ChangedCredentials = z
  .object({ changed: z.int().describe('Proxies that have the new credentials.') })
  .meta({ id: 'ChangedProxyCredentials' });
export type ChangedCredentialsWire = z.infer<typeof ChangedCredentials>;

export const changeCredentials = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/credentials/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 4, isDestructive: true },
  summary: 'Change the credentials of all proxies of a host',
  description:
    'Sets user name and password of all proxies of one host that you added by hand. Those of a source keep theirs.',
  permission: { key: 'proxy' },
  work: 'write',
  params: byName,
  body: changeCredentialsBody,
  bodyHasSecret: true,
  responses: { 200: ChangedCredentials },
  errors: [commonErrors.notFound],
});

export const changePoolCredentials = endpoint({
  method: 'POST',
  path: '/apix/admin/proxies/credentials/',
  summary: 'Change the credentials of all pool proxies of a host',
  description:
    "Sets user name and password of the pool's proxies of one host that were added by hand. Those of a source keep theirs.",
  audited: 'changed the credentials of proxies in',
  permission: staffOnly('proxies.write'),
  work: 'write',
  body: changeCredentialsBody,
  bodyHasSecret: true,
  responses: { 200: ChangedCredentials },
});
