import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listIncidents, openIncident, readIncident, updateIncident } from '../../wire/incidents.ts';

const incidentsKey = ['staff', 'incidents'];

type Repeatable = { idempotencyKey: string };
type Opening = CallInput<typeof openIncident>['body'] & Repeatable;
type Update = CallInput<typeof updateIncident>['body'] & Repeatable & { id: string };

export const incidentList = createList([...incidentsKey, 'list'], listIncidents);

export const useIncident = (id: string) =>
  useQuery({
    queryKey: [...incidentsKey, 'one', id],
    queryFn: ({ signal }) => call(readIncident, { params: { id } }, { signal }),
  });

function useIncidentChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: incidentsKey }),
  });
}

export const useOpenIncident = () =>
  useIncidentChange(({ idempotencyKey, ...body }: Opening) =>
    call(openIncident, { body }, { idempotencyKey }),
  );

export const useUpdateIncident = () =>
  useIncidentChange(({ id, idempotencyKey, ...body }: Update) =>
    call(updateIncident, { params: { id }, body }, { idempotencyKey }),
  );
