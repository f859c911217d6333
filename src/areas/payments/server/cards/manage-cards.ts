import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { secondMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import type { CardSetupWire, CardWire } from '../../wire/cards.ts';
import { cardReady, type Payments, paymentsTopic } from '../context.ts';
import { switchOffTopUp } from '../settings/setting-store.ts';
import * as setupStore from './card-setup-store.ts';
import * as cardStore from './card-store.ts';
import { checkCardSetup } from './finish-card-setup.ts';
import { chooseDefault } from './provider-accounts.ts';
import { removeLocked } from './remove-card.ts';
import { serializeCard, serializeSetup } from './serialize-card.ts';

const refreshEveryMs = 5 * secondMs;

async function findOwn(db: Db, { accountId }: Actor, id: string): Promise<cardStore.CardRow> {
  const card = isUuid(id) ? await cardStore.findCard(db, accountId, id) : undefined;
  if (!card) throw apiError(commonErrors.notFound);
  return card;
}

/** Throws `not_found`. */
export async function setDefaultCard(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<CardWire> {
  await cardStore.lockCards(tx, actor.accountId);
  const card = await findOwn(tx, actor, id);
  if (card.is_default) return serializeCard(payments, card);
  await cardStore.clearDefault(tx, actor.accountId);
  const row = await cardStore.updateCard(tx, id, { is_default: true });
  await notifyClients(payments, tx, row);
  await payments.kernel.events.publish(tx, cardReady, { accountId: row.account_id });
  return serializeCard(payments, row);
}

/** Throws `not_found`. */
export async function removeCard(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  await cardStore.lockCards(tx, actor.accountId);
  const card = await findOwn(tx, actor, id);
  await removeLocked(payments, tx, card);
  if (card.is_default && !(await chooseDefault(payments, tx, actor.accountId)))
    await switchOffTopUp(tx, actor.accountId);
  await notifyClients(payments, tx, card);
}

/** Throws `not_found`. */
export async function readCardSetup(
  payments: Payments,
  { accountId }: Actor,
  id: string,
): Promise<CardSetupWire> {
  const { work } = payments.kernel;
  const find = async () => {
    const setup = isUuid(id) ? await work.read((db) => setupStore.findSetup(db, id)) : undefined;
    if (setup?.account_id !== accountId) throw apiError(commonErrors.notFound);
    return setup;
  };
  if ((await find()).status === 'open') await checkCardSetup(payments, id, refreshEveryMs);
  return serializeSetup(await find());
}

const notifyClients = ({ kernel }: Payments, tx: Tx, card: cardStore.CardRow) =>
  kernel.live.publish(tx, {
    topic: paymentsTopic,
    accountId: card.account_id,
    data: { card: card.id },
  });
