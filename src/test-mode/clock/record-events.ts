// What happens to an account whose time was moved, as the person who moved it reads it: its customer
// events and its mails, written in the transaction of what happened.
import { currentAccountTime } from '#kernel/account-time.ts';
import type { Db } from '#kernel/database/database.ts';
import type { CustomerEvents } from '#kernel/events/customer-events.ts';
import type { Mail } from '#kernel/mail/outbox.ts';
import { mailEvent } from '#lib/wire/test-clock.constants.ts';
import { insertEvent } from './clock-store.ts';

type Happened = { type: string; summary: string; object_id: string | null };

async function record(tx: Db, happened: Happened): Promise<void> {
  const time = currentAccountTime();
  if (!time?.accountId) return;
  await insertEvent(tx, { account_id: time.accountId, occurred_at: time.now(), ...happened });
}

export const recordCustomerEvents = (customerEvents: CustomerEvents): CustomerEvents => ({
  ...customerEvents,
  async publish(tx, event, published) {
    await customerEvents.publish(tx, event, published);
    if (published.accountId !== currentAccountTime()?.accountId) return;
    const { type, summary } = event;
    await record(tx, { type, summary, object_id: readId(await published.data()) });
  },
});

export const recordMails = (mail: Mail): Mail => ({
  ...mail,
  async send(tx, draft) {
    const id = await mail.send(tx, draft);
    await record(tx, { type: mailEvent, summary: draft.subject, object_id: null });
    return id;
  },
});

function readId(data: object): string | null {
  const { id, uuid } = data as { id?: unknown; uuid?: unknown };
  const found = id ?? uuid;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
}
