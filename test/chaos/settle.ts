// What happens after the last fault.
import type pg from 'pg';
import { scaledMs } from '../time-limits.ts';
import type { Finding } from './findings.ts';
import type { Stack } from './stack.ts';
import { waitUntil } from './wait-until.ts';

/** Without any progress: a mail waits for its next attempt. */
const settleTimeoutMs = scaledMs(120_000);

/** Waits for what the processes do later: mails, usage, credits. */
export async function settle({ connect }: Pick<Stack, 'connect'>): Promise<Finding> {
  const what = 'jobs, mails and credits came to an end';
  const client = await connect();
  try {
    let left = await countWaiting(client);
    let isLess = true;
    while (left > 0 && isLess) {
      const before = left;
      isLess = await waitUntil(settleTimeoutMs, async () => {
        left = await countWaiting(client);
        return left < before;
      });
    }
    return { what, figure: left === 0 ? '' : `${left} left`, isViolated: left > 0 };
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
