import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { captureCampaign } from '#areas/leads/ui/campaign.ts';
import { watchConnection } from '#client/connection.ts';
import { clearOnSignOut, createQueryClient } from '#client/query-client.ts';
import { session } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { toast } from '#ui/toast.ts';
import { markSession } from '../menus/session-mark.ts';

const topic = 'connection';
const advice = 'What you see may be out of date. It is loaded again when the connection is back.';

/** Says that the connection is gone for as long as it is, then that it is back. */
function showConnection(isOnline: boolean): void {
  if (isOnline) {
    toast.success('You are online again.', { topic });
    return;
  }
  // The computer may have a network that does not lead to us.
  const what = navigator.onLine ? `${site.name} can't be reached.` : 'You are offline.';
  toast.error(`${what} ${advice}`, { topic, durationMs: Number.POSITIVE_INFINITY });
}

/** State that survives navigation: the query cache, toasts and the session. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const { status } = useSession();
  useEffect(captureCampaign, []);
  useEffect(() => watchConnection(showConnection), []);
  useEffect(() => clearOnSignOut(queryClient, session), [queryClient]);
  useEffect(() => {
    if (status !== 'unknown') markSession(status === 'signed_in');
  }, [status]);
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}
