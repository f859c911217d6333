import type { Api } from '#kernel/http/api.ts';
import { mount, type RequestContext, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/keys.ts';
import { createKey, rotateKey } from './create-key.ts';
import { parseAllowedIps, parseInitialExpiry } from './key-input.ts';
import type { Keys } from './keys.ts';
import { deleteKey, editKey, listKeys, readKey, revokeKey, setKeyActive } from './manage-keys.ts';

type KeyChange = Pick<
  RequestContext<typeof contract.patchApiKey>,
  'db' | 'actor' | 'params' | 'body'
>;

const checkAllowedIps = (fields: { allowed_ips?: string[] | undefined }) =>
  parseAllowedIps(fields.allowed_ips ?? []);

export function keyRoutes(api: Api, keys: Keys): void {
  mount(api, contract.listApiKeys, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listKeys(keys, db, actor, query, page)),
  );
  mount(
    api,
    contract.createApiKey,
    async ({ db, actor, body }) => respond(201, await createKey(keys, db, actor, body)),
    [checkAllowedIps, (fields) => parseInitialExpiry(fields, keys.kernel.clock.now())],
  );
  mount(api, contract.readApiKey, async ({ db, actor, params }) =>
    respond(200, await readKey(keys, db, actor, params.id)),
  );
  const edit = async ({ db, actor, params, body }: KeyChange) =>
    respond(200, await editKey(keys, db, actor, params.id, body));
  mount(api, contract.putApiKey, edit, [checkAllowedIps]);
  mount(api, contract.patchApiKey, edit, [checkAllowedIps]);
  mount(api, contract.deleteApiKey, async ({ db, actor, params }) => {
    await deleteKey(keys, db, actor, params.id);
    return respond(204);
  });
  mount(api, contract.activateApiKey, async ({ db, actor, params }) =>
    respond(200, await setKeyActive(keys, db, actor, params.id, { isActive: true, reason: '' })),
  );
  mount(api, contract.deactivateApiKey, async ({ db, actor, params, body: { reason } }) =>
    respond(200, await setKeyActive(keys, db, actor, params.id, { isActive: false, reason })),
  );
  mount(api, contract.revokeApiKey, async ({ db, params, body, ...by }) =>
    respond(200, await revokeKey(keys, db, by, params.id, body.reason)),
  );
  mount(api, contract.rotateApiKey, async ({ db, actor, params, body }) =>
    respond(201, await rotateKey(keys, db, actor, params.id, body.overlap_seconds)),
  );
}
