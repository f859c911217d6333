// What happens after the last fault.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Finding } from './findings.ts';
import type { Stack } from './stack.ts';

const settleTimeoutMs = 120_000;

export async function waitUntil(timeoutMs: number, is: () => Promise<boolean>): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (performance.now() < deadlineMs) {
    if (await is()) return true;
    await sleep(50);
  }
  return false;
}

/** Waits for what the processes do later: mails, usage, credits. */
export async function settle({ connect }: Pick<Stack, 'connect'>): Promise<Finding> {
  const what = 'jobs, mails and credits came to an end';
  const client = await connect();
  try {
    const isDone = await waitUntil(settleTimeoutMs, async () => (await countWaiting(client)) === 0);
    return {
      what,
      figure: isDone ? '' : `${await countWaiting(client)} left`,
      isViolated: !isDone,
    };
  } finally {
    await client.end();
  }
}

async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select ((select count(*) from mail where status = 'queued')
       + (select count(*) from webhook_event where status = 'received')
       + (select count(*) from payment p join sandbox_transfer t on t.sandbox_payment_id = p.id
          where p.status <> 'completed'))::int as waiting`,
  );
  return rows[0]!.waiting;
}
