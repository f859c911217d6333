// Sends the sandbox's webhooks over HTTP to our own endpoint, as a real provider would.
import { createSecretKey } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import { sandboxKeys, sandboxSignatureHeader, signSandboxBody } from './sandbox-signature.ts';
import * as sandboxStore from './sandbox-store.ts';

const timeoutMs = 10_000;

/**
 * Delivers an event with a new signature; a forged one uses a wrong key. The result is stored with
 * the event.
 */
export async function deliverEvent(
  { config, work, clock }: Pick<Kernel, 'config' | 'work' | 'clock'>,
  event: sandboxStore.EventRow,
  { origin, isForged = false }: { origin: string; isForged?: boolean },
): Promise<void> {
  const key = isForged ? createSecretKey(Buffer.alloc(32)) : sandboxKeys(config.APP_SECRET)[0];
  const answer = { response_status: null as number | null, error: null as string | null };
  try {
    const response = await fetch(`${origin}/apix/payments/webhook/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [sandboxSignatureHeader]: signSandboxBody(key, event.body, clock.now()),
      },
      body: event.body,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await response.arrayBuffer();
    answer.response_status = response.status;
  } catch {
    answer.error = 'No response.';
  }
  await work.write((tx) => sandboxStore.recordDelivery(tx, event.id, answer));
}
