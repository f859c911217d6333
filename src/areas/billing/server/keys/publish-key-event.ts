// Publishes events of keys to customers' programs.
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { keyCreatedEvent } from '../../wire/events.ts';
import { findKey } from './key-store.ts';
import { serializeKeys } from './serialize-key.ts';

/** Reads the key as `tx` has left it. */
export const publishKeyEvent = (
  { customerEvents, clock }: Pick<Kernel, 'customerEvents' | 'clock'>,
  tx: Tx,
  event: typeof keyCreatedEvent,
  { id, accountId }: { id: string; accountId: number },
): Promise<void> =>
  customerEvents.publish(tx, event, {
    accountId,
    data: async () => (await serializeKeys(tx, [(await findKey(tx, id))!], clock.now()))[0]!,
  });
