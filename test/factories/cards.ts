// A customer's cards at the sandbox for tests: started over HTTP, saved at the provider, and
// reported by signed webhooks.
import type { CardBehavior } from '#areas/payments/server/providers/sandbox/sandbox-card-behaviors.ts';
import { findSetup } from '#areas/payments/server/providers/sandbox/sandbox-card-store.ts';
import { saveSandboxCard } from '#areas/payments/server/providers/sandbox/sandbox-cards.ts';
import { writeCardEvent } from '#areas/payments/server/providers/sandbox/sandbox-event.ts';
import {
  type CardSetupWire,
  type CardWire,
  cardSetupsPath,
  cardsPath,
} from '#areas/payments/wire/cards.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import { sendWebhook } from './payments.ts';

/** Throws when it is refused. */
export async function createCardSetup(
  t: TestApp,
  { headers }: SignedIn,
  body: object = {},
): Promise<CardSetupWire> {
  const reply = await send(t, 'POST', cardSetupsPath, body, { headers });
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as CardSetupWire;
}

/** Saves a card at the sandbox without a webhook. Returns the body of its event. */
export const saveAtSandbox = (
  t: TestApp,
  setupId: string,
  behavior: CardBehavior = 'pays',
): Promise<string> =>
  t.kernel.database.transaction(async (tx) => {
    const setup = await findSetup(tx, setupId);
    if (!setup) throw new Error('The sandbox does not know this setup.');
    const now = t.clock.now();
    await saveSandboxCard(tx, setup, behavior, now);
    return writeCardEvent(`sbe_${setup.id}`, setup, now);
  });

export async function listCards(t: TestApp, { email }: Pick<SignedIn, 'email'>) {
  const { headers } = await t.signIn(email);
  const reply = await send(t, 'GET', cardsPath, undefined, { headers });
  return reply.body.results as CardWire[];
}

/** A saved card, through its webhook and the jobs that follow. */
export async function saveCard(
  t: TestApp,
  who: SignedIn,
  behavior: CardBehavior = 'pays',
  body: object = {},
): Promise<CardWire> {
  const { uuid } = await createCardSetup(t, who, body);
  // Lists are ordered by time.
  t.clock.advance(1);
  await sendWebhook(t, await saveAtSandbox(t, uuid, behavior));
  await t.jobs.runAll();
  const row = await t.kernel.work.read((db) =>
    db.selectFrom('card_setup').select('card_id').where('id', '=', uuid).executeTakeFirstOrThrow(),
  );
  return (await listCards(t, who)).find((card) => card.uuid === row.card_id)!;
}
