// Making and rotating signing secrets. The text is in one response, and sealed in the database.
import { randomBytes } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { sealedColumn } from '#kernel/sealing/sealed-values.ts';
import { hourMs } from '#lib/durations.ts';
import { secretOverlapHours, secretPrefix } from '../../wire/webhooks.constants.ts';
import type { Webhooks } from '../webhooks.ts';
import * as secretStore from './secret-store.ts';

const secretBytes = 32;

/** Returns the text. */
export async function createSecret(
  { kernel, sealer }: Webhooks,
  tx: Tx,
  endpointId: string,
): Promise<string> {
  const now = kernel.clock.now();
  const id = createId(now);
  const text = secretPrefix + randomBytes(secretBytes).toString('base64');
  await secretStore.insertSecret(tx, {
    id,
    endpoint_id: endpointId,
    sealed: sealer.seal(id, text),
    created_at: now,
    expires_at: null,
  });
  return text;
}

/** The current secret goes on signing for a while; an older one that still does ends. */
export async function rotateSecret(webhooks: Webhooks, tx: Tx, endpointId: string) {
  const overlapEnd = webhooks.kernel.clock.now().getTime() + secretOverlapHours * hourMs;
  await secretStore.expireSecrets(tx, endpointId, new Date(overlapEnd));
  return createSecret(webhooks, tx, endpointId);
}

export function registerSealed({ kernel, sealer }: Webhooks): void {
  kernel.sealed.add(
    sealedColumn(kernel.work, {
      name: 'secrets of webhooks',
      sealer,
      countRows: secretStore.countSecrets,
      listOthers: secretStore.listOtherSecrets,
      lockOthers: secretStore.lockOtherSecrets,
      save: secretStore.saveResealedSecrets,
    }),
  );
}
