import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/spending.ts';
import { targetAccountId } from '../subscriptions/find-subscriptions.ts';
import { readSpending } from './read-spending.ts';
import { type SpendingDeps, setSpending } from './set-spending.ts';

export function spendingRoutes(api: Api, deps: SpendingDeps): void {
  const { clock } = deps.kernel;
  mount(api, contract.readSpending, async ({ db, actor, query }) =>
    respond(200, await readSpending(db, targetAccountId(actor, query.user), clock.now())),
  );
  mount(api, contract.patchSpending, async ({ db, actor, body }) =>
    respond(200, await setSpending(deps, db, actor, body)),
  );
}
