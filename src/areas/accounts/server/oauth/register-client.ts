import { createId } from '#kernel/ids.ts';
import { appRegistration } from '../../wire/apps.ts';
import type { Accounts } from '../accounts.ts';
import { cleanAppName, isOwnName } from './app-names.ts';
import { OauthError } from './oauth-error.ts';
import { insertClient } from './oauth-store.ts';
import { isAllowedRedirect } from './redirect-uris.ts';

/** Anyone may register (RFC 7591): it grants nothing until a person connects the app. */
export async function registerClient({ clock, work }: Accounts, metadata: unknown) {
  const read = appRegistration.safeParse(metadata);
  if (!read.success) throw new OauthError('invalid_client_metadata', 'Send redirect_uris.');
  const { client_uri: uri = '', redirect_uris: redirectUris } = read.data;
  const name = cleanAppName(read.data.client_name);
  if (isOwnName(name))
    throw new OauthError('invalid_client_metadata', `${name} is reserved: use a name of your own.`);
  const wrong = redirectUris.find((one) => !isAllowedRedirect(one));
  if (wrong !== undefined)
    throw new OauthError(
      'invalid_redirect_uri',
      `${wrong} is neither https, nor on the person's own computer, nor a scheme with a dot.`,
    );
  const now = clock.now();
  const id = createId(now);
  const client = { id, name: name || 'An app without a name', uri, redirect_uris: redirectUris };
  await work.write((tx) => insertClient(tx, { ...client, created_at: now, last_used_at: now }));
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: client.name,
    ...(uri && { client_uri: uri }),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
