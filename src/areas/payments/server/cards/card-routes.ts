import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import * as contract from '../../wire/cards.ts';
import type { Payments } from '../context.ts';
import { listCards } from './card-store.ts';
import { createCardSetup } from './create-card-setup.ts';
import { readCardSetup, removeCard, setDefaultCard } from './manage-cards.ts';
import { loadAccounts } from './provider-accounts.ts';
import { serializeCard } from './serialize-card.ts';

export function cardRoutes(api: Api, payments: Payments): void {
  const { work } = payments.kernel;
  mount(api, contract.listCards, async ({ actor, query, request }) => {
    await loadAccounts(payments);
    return respondPage(
      api,
      { query, request },
      (page) => work.read((db) => listCards(db, actor.accountId, page)),
      (rows) => rows.map((row) => serializeCard(payments, row)),
    );
  });
  mount(api, contract.createCardSetup, async ({ actor, body, lastWrite }) => {
    const write = lastWrite((setup: contract.CardSetupWire) => respond(201, setup));
    return respond(201, await createCardSetup(payments, actor, body, write));
  });
  mount(api, contract.readCardSetup, async ({ actor, params }) =>
    respond(200, await readCardSetup(payments, actor, params.uuid)),
  );
  mount(api, contract.setDefaultCard, async ({ db, actor, params }) =>
    respond(200, await setDefaultCard(payments, db, actor, params.uuid)),
  );
  mount(api, contract.removeCard, async ({ db, actor, params }) => {
    await removeCard(payments, db, actor, params.uuid);
    return respond(204);
  });
}
