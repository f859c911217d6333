import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { hourMs, secondMs } from '#lib/durations.ts';
import {
  type AttemptError,
  attemptTimeoutMs,
  retryDelaysSeconds,
} from '../wire/webhooks.constants.ts';
import { recordAttempts } from './deliveries/delivery-queue-store.ts';
import { findAccountDelivery } from './deliveries/delivery-store.ts';
import { insertEndpoint, listAllEndpoints } from './endpoints/endpoint-store.ts';
import { createSecret } from './endpoints/secrets.ts';
import { writeExample } from './events/outbox.ts';
import type { Webhooks } from './webhooks.ts';

const demoCustomer = 'demo@example.com';
const demoEndpoint = {
  url: 'https://shop.example.com/hooks/weftline',
  description: 'Orders and bookkeeping',
};

type Result = { status: number | null; ms: number; answer?: string; error?: AttemptError };
type Sent = { type: string; hoursAgo: number; isTest?: boolean; results: readonly Result[] };

const accepted = { status: 204, ms: 84 };
const busy: Result = { status: 503, ms: 31, answer: 'Deploying', error: 'status' };
const silent: Result = { status: null, ms: attemptTimeoutMs, error: 'timeout' };

/** The oldest first, one of them given up after all of its attempts. */
const demoEvents: readonly Sent[] = [
  {
    type: 'batch.finished',
    hoursAgo: 124,
    results: [silent, ...retryDelaysSeconds.map(() => silent)],
  },
  { type: 'payment.completed', hoursAgo: 50, isTest: true, results: [accepted] },
  { type: 'key.created', hoursAgo: 47, results: [accepted] },
  { type: 'payment.completed', hoursAgo: 26, results: [busy, { ...accepted, ms: 212 }] },
  { type: 'calculation.saved', hoursAgo: 5, results: [accepted] },
  { type: 'ticket.replied', hoursAgo: 2, results: [{ ...accepted, ms: 61 }] },
];

/** An endpoint of the demo customer, and what was sent to it: nothing waits. Idempotent. */
export async function seedWebhooks(webhooks: Webhooks): Promise<void> {
  const { clock, work } = webhooks.kernel;
  const now = clock.now();
  await work.write(async (tx) => {
    const account = await findAccountByEmail(tx, demoCustomer);
    if (!account || (await listAllEndpoints(tx, account.id)).length > 0) return;
    const createdAt = new Date(now.getTime() - 130 * hourMs);
    const { id: endpointId } = await insertEndpoint(tx, {
      id: createId(createdAt),
      account_id: account.id,
      ...demoEndpoint,
      created_at: createdAt,
      updated_at: createdAt,
    });
    await createSecret(webhooks, tx, endpointId);
    for (const sent of demoEvents)
      await writeSent(webhooks, tx, { sent, accountId: account.id, endpointId });
  });
}

type About = { sent: Sent; accountId: number; endpointId: string };

async function writeSent(webhooks: Webhooks, tx: Tx, { sent, ...about }: About): Promise<void> {
  const { type, hoursAgo, isTest = false, results } = sent;
  const happenedAt = new Date(webhooks.kernel.clock.now().getTime() - hoursAgo * hourMs);
  const messageId = await writeExample(webhooks, tx, { ...about, type, isTest, at: happenedAt });
  const { id } = (await findAccountDelivery(tx, {
    messageId: messageId!,
    endpointId: about.endpointId,
  }))!;
  let startedAt = happenedAt;
  for (const [at, { status, ms, answer = '', error = null }] of results.entries()) {
    const endedAt = new Date(startedAt.getTime() + ms);
    const delay = at + 1 < results.length ? retryDelaysSeconds[at] : undefined;
    const nextAt = delay === undefined ? null : new Date(endedAt.getTime() + delay * secondMs);
    const attempt = { id, endpointId: about.endpointId, startedAt, durationMs: ms };
    await recordAttempts(tx, [{ ...attempt, status, answer, error, nextAt }], endedAt);
    startedAt = nextAt ?? endedAt;
  }
}
