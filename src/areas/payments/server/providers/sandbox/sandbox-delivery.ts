// Sends the sandbox's webhooks over HTTP to our own endpoint, as a real provider would.
import { createSecretKey } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import { isCallFailure } from '#kernel/outbound/call-failure.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { sandboxKeys, sandboxSignatureHeader, signSandboxBody } from './sandbox-signature.ts';
import * as sandboxStore from './sandbox-store.ts';

const timeoutMs = 10_000;

type Delivery = { response_status: number | null; error: string | null };
type DeliveryKernel = Pick<Kernel, 'config' | 'work' | 'clock'>;
type Target = { origin: string; isForged?: boolean };

/** Stores the result with the event; a forged one uses a wrong key. */
export async function deliverEvent(
  kernel: DeliveryKernel,
  event: sandboxStore.EventRow,
  target: Target,
): Promise<void> {
  const result = await postEvent(kernel, event.body, target);
  await kernel.work.write((tx) => sandboxStore.recordDelivery(tx, event.id, result));
}

export async function postEvent(
  { config, clock }: DeliveryKernel,
  body: string,
  { origin, isForged = false }: Target,
): Promise<Delivery> {
  const key = isForged ? createSecretKey(Buffer.alloc(32)) : sandboxKeys(config.APP_SECRET)[0];
  try {
    const response = await fetch(`${origin}/apix/payments/webhook/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [sandboxSignatureHeader]: signSandboxBody(key, body, clock.now()),
      },
      body,
      signal: createTimeout(timeoutMs),
      redirect: 'error',
    });
    await response.arrayBuffer();
    return { response_status: response.status, error: null };
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    return { response_status: null, error: 'No response.' };
  }
}
