import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/sub-users.ts';
import type { Proxies } from '../proxies.ts';
import {
  createSubUser,
  deleteSubUser,
  editSubUser,
  listSubUsers,
  readSubUser,
  rotatePassword,
} from './manage-sub-users.ts';

export function subUserRoutes(api: Api, proxies: Proxies): void {
  mount(api, contract.listSubUsers, ({ db, actor, params, query, request }) =>
    respondPage(api, { query, request }, (page) =>
      listSubUsers(proxies, db, actor, params.name, query, page),
    ),
  );
  mount(api, contract.createSubUser, async ({ db, actor, params, body }) =>
    respond(201, await createSubUser(proxies, db, actor, params.name, body)),
  );
  mount(api, contract.readSubUser, async ({ db, actor, params }) =>
    respond(200, await readSubUser(proxies, db, actor, params)),
  );
  mount(api, contract.patchSubUser, async ({ db, actor, params, body }) =>
    respond(200, await editSubUser(proxies, db, actor, params, body)),
  );
  mount(api, contract.deleteSubUser, async ({ db, actor, params }) => {
    await deleteSubUser(db, actor, params);
    return respond(204);
  });
  mount(api, contract.rotateSubUserPassword, async ({ db, actor, params }) =>
    respond(200, await rotatePassword(proxies, db, actor, params)),
  );
}
