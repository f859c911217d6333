// Writes events for the endpoints that want them, in the transaction of what happened: the event
// and one delivery for each endpoint exist if and only if that transaction commits. An event is
// written without endpoints, too, while somebody follows them on the event stream.
import type { Tx } from '#kernel/database/database.ts';
import type { CustomerEventHandler } from '#kernel/events/customer-events.ts';
import { createId } from '#kernel/ids.ts';
import { type CustomerEvent, eventsVersion } from '#lib/customer-events.ts';
import { listListening } from '../endpoints/endpoint-store.ts';
import type { Webhooks } from '../webhooks.ts';
import {
  insertDeliveries,
  insertMessages,
  type NewMessage,
  nextSequences,
} from './message-store.ts';

type WaitingEvent = Omit<NewMessage, 'sequence' | 'body'> & {
  data: unknown;
  endpointIds: readonly string[];
};

/** Of the event stream: its followers are told of events without an endpoint, too. */
const topic = 'webhooks';

/** Handles what areas publish. */
export function createOutbox(webhooks: Webhooks): CustomerEventHandler {
  const { live, clock } = webhooks.kernel;
  return async (tx, event, { accountId, data }) => {
    const endpointIds = await listReceivers(webhooks, tx, event, accountId);
    const isFollowed = await live.isFollowed(tx, { topic, accountId });
    if (endpointIds.length === 0 && !isFollowed) return;
    const now = clock.now();
    const happened = toEvent({ event, accountId, endpointIds, now, data: await data() });
    add(webhooks, tx, happened);
    if (isFollowed)
      await live.publish(tx, { topic, accountId, data: { type: event.type, event: happened.id } });
  };
}

/** Endpoints that want the event, if the plan includes it. */
async function listReceivers(
  { kernel, hasWebhooks }: Webhooks,
  tx: Tx,
  event: CustomerEvent,
  accountId: number,
): Promise<readonly string[]> {
  const endpointIds = await listListening(tx, accountId, event.type);
  if (endpointIds.length === 0 || event.onEveryPlan) return endpointIds;
  return (await hasWebhooks(tx, accountId, kernel.clock.now())) ? endpointIds : [];
}

type Happened = {
  event: CustomerEvent;
  accountId: number;
  endpointIds: readonly string[];
  now: Date;
  data: unknown;
  isTest?: boolean;
};

/** The schema drops what it does not name. */
const toEvent = ({ event, accountId, endpointIds, now, data, isTest = false }: Happened) => ({
  id: createId(now),
  accountId,
  type: event.type,
  isTest,
  createdAt: now,
  data: event.data.parse(data),
  endpointIds,
});

type Example = {
  accountId: number;
  endpointId: string;
  type: string;
  isTest: boolean;
  /** When it happened. */
  at: Date;
};

/**
 * Writes the example of an event, for one endpoint. Returns the id of the message; null for a type
 * that does not exist.
 */
export async function writeExample(
  webhooks: Webhooks,
  tx: Tx,
  { accountId, endpointId, type, isTest, at: now }: Example,
): Promise<string | null> {
  const event = webhooks.catalogue.find((one) => one.event.type === type)?.event;
  if (!event) return null;
  const endpointIds = [endpointId];
  const written = toEvent({ event, accountId, endpointIds, now, data: event.example, isTest });
  await writeEvents(webhooks, tx, [written]);
  return written.id;
}

/** The same as a test, now. */
export async function writeTestEvent(
  webhooks: Webhooks,
  tx: Tx,
  about: Pick<Example, 'accountId' | 'endpointId' | 'type'>,
): Promise<string | null> {
  const { kernel, sender } = webhooks;
  const id = await writeExample(webhooks, tx, { ...about, isTest: true, at: kernel.clock.now() });
  if (id !== null) kernel.work.afterCommit(tx, sender.wake);
  return id;
}

const waitingByTransaction = new WeakMap<Tx, WaitingEvent[]>();

function add(webhooks: Webhooks, tx: Tx, event: WaitingEvent): void {
  const { work } = webhooks.kernel;
  const waiting = waitingByTransaction.get(tx);
  if (waiting) {
    waiting.push(event);
    return;
  }
  const events = [event];
  waitingByTransaction.set(tx, events);
  // The numbers of an account are locked from here until the commit, and in one order.
  work.beforeCommit(tx, () => writeEvents(webhooks, tx, events));
  work.afterCommit(tx, webhooks.sender.wake);
}

async function writeEvents(
  { kernel }: Webhooks,
  tx: Tx,
  events: readonly WaitingEvent[],
): Promise<void> {
  const { isTestMode } = kernel.config;
  const perAccount = Map.groupBy(events, ({ accountId }) => accountId);
  const lasts = await nextSequences(
    tx,
    [...perAccount].map(([accountId, { length: count }]) => ({ accountId, count })),
  );
  const messages = [...perAccount].flatMap(([accountId, ofAccount]) => {
    const first = lasts.get(accountId)! - ofAccount.length + 1;
    return ofAccount.map((event, at) => toMessage(event, first + at, isTestMode));
  });
  await insertMessages(tx, messages);
  const deliveries = events.flatMap(({ id: messageId, endpointIds, accountId, type, createdAt }) =>
    endpointIds.map((endpointId) => ({
      id: createId(createdAt),
      messageId,
      endpointId,
      accountId,
      type,
      createdAt,
    })),
  );
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries);
}

const toMessage = (
  { data, ...event }: WaitingEvent,
  sequence: number,
  isTestMode: boolean,
): NewMessage => ({
  ...event,
  sequence,
  body: JSON.stringify({
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    api_version: eventsVersion,
    id: event.id,
    sequence,
    is_test: event.isTest,
    test_mode: isTestMode,
    data,
  }),
});
