import { setTimeout as sleep } from 'node:timers/promises';

/** What one try counts at most: while a virtual machine is paused, nothing gets done. */
const tryMsMax = 10_000;

/** Whether it became true in time. */
export async function waitUntil(timeoutMs: number, is: () => Promise<boolean>): Promise<boolean> {
  let leftMs = timeoutMs;
  while (leftMs > 0) {
    const startedMs = performance.now();
    if (await is()) return true;
    await sleep(50);
    leftMs -= Math.min(performance.now() - startedMs, tryMsMax);
  }
  return false;
}
