import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../../contract.ts';
import { createKey, rotateKey } from './create-key.ts';
import type { Keys } from './keys.ts';
import { deleteKey, editKey, listKeys, readKey, revokeKey, switchKey } from './manage-keys.ts';

export function keyRoutes(api: Api, keys: Keys): void {
  api.app.addHook('onClose', () => keys.uses.flush());
  mount(api, contract.listApiKeys, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listKeys(keys, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return answer(200, toPage(origin, page, total, results));
  });
  mount(api, contract.createApiKey, async ({ actor, body }) =>
    answer(201, await createKey(keys, actor, body)),
  );
  mount(api, contract.readApiKey, async ({ actor, params }) =>
    answer(200, await readKey(keys, actor, params.id)),
  );
  mount(api, contract.putApiKey, async ({ actor, params, body }) =>
    answer(200, await editKey(keys, actor, params.id, body)),
  );
  mount(api, contract.patchApiKey, async ({ actor, params, body }) =>
    answer(200, await editKey(keys, actor, params.id, body)),
  );
  mount(api, contract.deleteApiKey, async ({ actor, params }) => {
    await deleteKey(keys, actor, params.id);
    return answer(204);
  });
  mount(api, contract.activateApiKey, async ({ actor, params }) =>
    answer(200, await switchKey(keys, actor, params.id, { isActive: true, reason: '' })),
  );
  mount(api, contract.deactivateApiKey, async ({ actor, params, body: { reason } }) =>
    answer(200, await switchKey(keys, actor, params.id, { isActive: false, reason })),
  );
  mount(api, contract.revokeApiKey, async ({ params, body, ...by }) =>
    answer(200, await revokeKey(keys, by, params.id, body.reason)),
  );
  mount(api, contract.rotateApiKey, async ({ actor, params, body }) =>
    answer(201, await rotateKey(keys, actor, params.id, body.overlap_seconds)),
  );
}
