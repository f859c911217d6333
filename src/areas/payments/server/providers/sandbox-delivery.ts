// Sends the sandbox's webhooks over HTTP to our own endpoint, as a real provider would.
import type { Kernel } from '#kernel/kernel.ts';
import { sandboxKey, sandboxSignatureHeader, signSandboxBody } from './sandbox-signature.ts';
import * as store from './sandbox-store.ts';

const timeoutMs = 10_000;

/**
 * Delivers an event, each time with a fresh signature; a forged one is signed with a key that is
 * not ours. Whatever comes back is noted beside the event.
 */
export async function deliverEvent(
  { config, work, clock }: Pick<Kernel, 'config' | 'work' | 'clock'>,
  event: store.EventRow,
  { origin, isForged = false }: { origin: string; isForged?: boolean },
): Promise<void> {
  const key = isForged ? Buffer.alloc(32) : sandboxKey(config.APP_SECRET);
  const answer = { answer_status: null as number | null, error: null as string | null };
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
    answer.answer_status = response.status;
  } catch {
    answer.error = 'No answer.';
  }
  await work.write((tx) => store.noteDelivery(tx, event.id, answer));
}
