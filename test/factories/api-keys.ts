// API keys, created over the API.
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';

export const apiKeysPath = '/apix/billing/api-keys/';

export type CreatedApiKey = {
  id: string;
  key: string;
  headers: { authorization: string };
  body: Record<string, unknown>;
};

let created = 0;

export async function createApiKey(
  t: TestApp,
  who: SignedIn,
  change: object = {},
): Promise<CreatedApiKey> {
  const body = { name: `key ${++created}`, ...change };
  const reply = await send(t, 'POST', apiKeysPath, body, { headers: who.headers });
  if (reply.status !== 201) throw new Error(`no key: ${JSON.stringify(reply.body)}`);
  const key = String(reply.body.key);
  return {
    id: String(reply.body.id),
    key,
    headers: { authorization: `ApiKey ${key}` },
    body: reply.body,
  };
}
