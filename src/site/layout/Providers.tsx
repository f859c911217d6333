import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { captureCampaign } from '#areas/leads/ui/campaign.ts';
import { watchConnection } from '#client/connection.ts';
import { clearOnSignOut, createQueryClient } from '#client/query-client.ts';
import { session } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { markSession } from '../menus/session-mark.ts';
import { showConnection } from './show-connection.ts';

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
