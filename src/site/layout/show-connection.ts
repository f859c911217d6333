import site from '#content/site.json' with { type: 'json' };
import { toast } from '#ui/toast.ts';

const topic = 'connection';
const advice = 'What you see may be out of date. It is loaded again when the connection is back.';

/** Says that the connection is gone for as long as it is, then that it is back. */
export function showConnection(isOnline: boolean): void {
  if (isOnline) {
    toast.success('You are online again.', { topic });
    return;
  }
  // The computer may have a network that does not lead to us.
  const what = navigator.onLine ? `${site.name} can't be reached.` : 'You are offline.';
  toast.error(`${what} ${advice}`, { topic, durationMs: Number.POSITIVE_INFINITY });
}
