import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  disableApp,
  enableApp,
  listAppConnections,
  listRegisteredApps,
  readRegisteredApp,
} from '../../wire/staff-apps.ts';

const appsKey = ['staff', 'apps'];

type AppsQuery = NonNullable<CallInput<typeof listRegisteredApps>['query']>;
type ConnectionsQuery = NonNullable<CallInput<typeof listAppConnections>['query']>;

export const useRegisteredApps = (query: AppsQuery) =>
  useQuery({
    queryKey: [...appsKey, 'list', query],
    queryFn: ({ signal }) => call(listRegisteredApps, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useRegisteredApp = (id: string) =>
  useQuery({
    queryKey: [...appsKey, 'one', id],
    queryFn: ({ signal }) => call(readRegisteredApp, { params: { id } }, { signal }),
  });

export const useAppConnections = (id: string, query: ConnectionsQuery) =>
  useQuery({
    queryKey: [...appsKey, 'connections', id, query],
    queryFn: ({ signal }) => call(listAppConnections, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Disables an app that is enabled, and the other way round. */
export function useSwitchApp({ id, isDisabled }: { id: string; isDisabled: boolean }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(isDisabled ? enableApp : disableApp, { params: { id }, body: { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: appsKey }),
  });
}
