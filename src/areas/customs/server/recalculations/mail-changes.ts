// The daily e-mail: at most one for each account, with everything that changed.

import { findAccount } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { summarizeInputs } from '../calculations/serialize-calculation.ts';
import type { Customs } from '../customs.ts';
import { sendRecalculationMail } from './emails/recalculation-mail.ts';
import { claimUnmailed, listAccountsToMail } from './recalculation-store.ts';

/** Older ones were not wanted then, or are no news any more. */
const newsMs = 2 * dayMs;
/** A day, as runs of a daily job may differ by some hours. */
const pauseMs = 20 * hourMs;

export async function mailChanges(customs: Customs): Promise<void> {
  const { work, clock } = customs.kernel;
  const now = clock.now();
  const createdAfter = new Date(now.getTime() - newsMs);
  const mailedBefore = new Date(now.getTime() - pauseMs);
  const accountIds = await work.read((db) =>
    listAccountsToMail(db, { createdAfter, mailedBefore }),
  );
  for (const accountId of accountIds)
    await work.write((tx) => mailAccount(customs, tx, accountId, { createdAfter, now }));
}

async function mailAccount(
  { kernel }: Customs,
  tx: Tx,
  accountId: number,
  times: { createdAfter: Date; now: Date },
): Promise<void> {
  const changes = await claimUnmailed(tx, accountId, times);
  const account = await findAccount(tx, accountId);
  if (account?.status !== 'active' || changes.length === 0) return;
  const named = changes.map(({ calculation_id: id, kind, title, inputs, reason }) => ({
    ...{ id, kind, reason },
    name: title || summarizeInputs(inputs) || `Calculation ${id}`,
  }));
  await sendRecalculationMail(kernel, tx, account, named);
}
