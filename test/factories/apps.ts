// Apps of OAuth, stored directly.
import * as oauthStore from '#areas/accounts/server/oauth/oauth-store.ts';
import { createId } from '#kernel/ids.ts';
import { dayMs } from '#lib/durations.ts';
import type { TestApp } from '../harness.ts';

export const appRedirect = 'https://loom.example/cb';

export async function createOauthClient({ kernel }: TestApp): Promise<string> {
  const now = kernel.clock.now();
  const client = { id: createId(now), name: 'Loom', uri: '', redirect_uris: [appRedirect] };
  await kernel.work.write((tx) =>
    oauthStore.insertClient(tx, { ...client, created_at: now, last_used_at: now }),
  );
  return client.id;
}

/** A connected app of an account. */
export async function createGrant(t: TestApp, accountId: number): Promise<string> {
  const now = t.kernel.clock.now();
  const grant = {
    id: createId(now),
    account_id: accountId,
    client_id: await createOauthClient(t),
    client_name: 'Loom',
    redirect_host: 'loom.example',
    scopes: ['customs'],
    may_change: false,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + dayMs),
  };
  await t.kernel.work.write((tx) => oauthStore.insertGrant(tx, grant));
  return grant.id;
}
