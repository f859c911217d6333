import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import {
  disableApp,
  enableApp,
  listAppConnections,
  listRegisteredApps,
  readRegisteredApp,
} from '../../wire/staff-apps.ts';

const appsKey = ['staff', 'apps'];

export const registeredAppList = createList([...appsKey, 'list'], listRegisteredApps);

export const useRegisteredApp = (id: string) =>
  useCall([...appsKey, 'one', id], readRegisteredApp, { params: { id } });

export const appConnectionList = (id: string) =>
  createList([...appsKey, 'connections'], listAppConnections, { id });

/** Disables an app that is enabled, and the other way round. */
export function useSwitchApp({ id, isDisabled }: { id: string; isDisabled: boolean }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(isDisabled ? enableApp : disableApp, { params: { id }, body: { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: appsKey }),
  });
}
