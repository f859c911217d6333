// New credentials for the proxies of a host that were added by hand. Those of a source get theirs
// from its list. Open tunnels end normally; new ones use the new credentials.
import type { Tx } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import { normalizeHost } from '#kernel/outbound/address-guard.ts';
import type { ChangeCredentialsBody } from '../../wire/proxy-credentials.form.ts';
import type { ChangedCredentialsWire } from '../../wire/proxy-credentials.ts';
import { checkQueue } from '../health/check-proxies.ts';
import type { Proxies } from '../proxies.ts';
import type { Vault } from './credentials.ts';
import { lockProxiesOfHost, type ProxyOfHost, saveLogins } from './import-store.ts';

/** `resourceId` is null for the shared pool. */
export async function changeCredentials(
  { kernel, vault, poolCache }: Proxies,
  tx: Tx,
  resourceId: string | null,
  { host, port = null, username, password }: ChangeCredentialsBody,
): Promise<ChangedCredentialsWire> {
  const all = await lockProxiesOfHost(tx, resourceId, normalizeHost(host.toLowerCase()) ?? '');
  const changed = all
    .filter((one) => one.source_id === null && (port === null || one.port === port))
    .map((one) => {
      const name = username ?? vault.open(one.id, one.credentials)?.username ?? '';
      const credentials = vault.seal(one.id, { username: name, password });
      return { ...one, user_hash: vault.hashUser(name), credentials };
    });
  if (changed.length === 0)
    throw new InvalidInput({
      host: [
        'No proxy with this host was added by hand. A source sets the credentials of its own.',
      ],
    });
  const changedIds = new Set(changed.map(({ id }) => id));
  const others = all
    .filter(({ id }) => !changedIds.has(id))
    .map((one) => ({ ...one, user_hash: hashCurrent(vault, one) }));
  const keys = [...changed, ...others].map(
    (one) => `${one.protocol} ${one.port} ${one.user_hash.toString('base64')}`,
  );
  if (new Set(keys).size < keys.length)
    throw new InvalidInput({
      username: ['Several proxies share an address, so they need different user names.'],
    });
  await saveLogins(tx, changed, kernel.clock.now());
  await kernel.jobs.send(tx, checkQueue, {}, { singletonKey: 'new' });
  await poolCache.publish(tx, { resourceId });
  return { changed: changed.length };
}

/** The stored hash may be older than the secret. */
function hashCurrent(vault: Vault, { id, credentials, user_hash }: ProxyOfHost): Buffer {
  if (credentials === null) return vault.hashUser('');
  const login = vault.open(id, credentials);
  return login ? vault.hashUser(login.username) : user_hash;
}
