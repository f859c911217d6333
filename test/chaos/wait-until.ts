import { setTimeout as sleep } from 'node:timers/promises';

/** Whether it became true in time. */
export async function waitUntil(timeoutMs: number, is: () => Promise<boolean>): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (performance.now() < deadlineMs) {
    if (await is()) return true;
    await sleep(50);
  }
  return false;
}
