// Whether the server can be reached: by the browser's word, and by calls that got no response.
import { onlineManager } from '@tanstack/react-query';
import { createTimeout } from '#lib/create-timeout.ts';
import { secondMs } from '#lib/durations.ts';

const probePath = '/healthz';
const probeTimeoutMs = 2 * secondMs;
const probeEveryMs = 3 * secondMs;

const isReachable = async (): Promise<boolean> =>
  fetch(probePath, { cache: 'no-store', signal: createTimeout(probeTimeoutMs) }).then(
    () => true,
    () => false,
  );

let isProbing = false;

/** For a call without a response: nothing reaches the server until a probe does. */
export async function noticeLostCall(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  while (!(await isReachable())) {
    onlineManager.setOnline(false);
    await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
  }
  isProbing = false;
  onlineManager.setOnline(true);
}

/** Calls back at each change, in a browser. Queries that are in use are then loaded again. */
export const watchConnection = (onChange: (isOnline: boolean) => void): (() => void) =>
  onlineManager.subscribe(onChange);
