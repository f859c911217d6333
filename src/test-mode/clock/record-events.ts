// What happens to an account whose time was moved, as the person who moved it reads it: its customer
// events and its mails, written in the transaction of what happened.
import { currentAccountTime } from '#kernel/account-time.ts';
import type { Db } from '#kernel/database/database.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { mailEvent } from '#lib/wire/test-clock.constants.ts';
import { insertEvent } from './clock-store.ts';

type Happened = { type: string; summary: string; object_id: string | null };

/** Changes the kernel before the areas are opened. */
export function recordEvents({ clock, customerEvents, mail }: HostKernel): void {
  async function record(tx: Db, happened: Happened): Promise<void> {
    const time = currentAccountTime();
    if (!time?.accountId) return;
    const at = { account_id: time.accountId, occurred_at: clock.now() };
    await insertEvent(tx, { ...at, ...happened });
  }
  const { publish } = { ...customerEvents };
  customerEvents.publish = async (tx, event, published) => {
    await publish(tx, event, published);
    if (published.accountId !== currentAccountTime()?.accountId) return;
    const { type, summary } = event;
    await record(tx, { type, summary, object_id: readId(await published.data()) });
  };
  const { send } = { ...mail };
  mail.send = async (tx, draft) => {
    const id = await send(tx, draft);
    await record(tx, { type: mailEvent, summary: draft.subject, object_id: null });
    return id;
  };
}

function readId(data: object): string | null {
  const { id, uuid } = data as { id?: unknown; uuid?: unknown };
  const found = id ?? uuid;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
}
