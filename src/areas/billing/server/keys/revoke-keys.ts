import type { Tx } from '#kernel/database/database.ts';
import { revokeKeysOf } from './key-store.ts';
import type { Keys } from './keys.ts';

/** Handles `account.deleted`: nobody is left whom its keys could act for. */
export const revokeKeysOfAccount =
  ({ kernel, checker }: Keys) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
    checker.tell(tx, await revokeKeysOf(tx, accountId, kernel.clock.now()));
