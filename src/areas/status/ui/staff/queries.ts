import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall, useChange } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listIncidents, openIncident, readIncident, updateIncident } from '../../wire/incidents.ts';

const incidentsKey = ['staff', 'incidents'];

type Repeatable = { idempotencyKey: string };
type Opening = CallInput<typeof openIncident>['body'] & Repeatable;
type Update = CallInput<typeof updateIncident>['body'] & Repeatable & { id: string };

export const incidentList = createList([...incidentsKey, 'list'], listIncidents);

export const useIncident = (id: string) =>
  useCall([...incidentsKey, 'one', id], readIncident, { params: { id } });

export const useOpenIncident = () =>
  useChange(incidentsKey, ({ idempotencyKey, ...body }: Opening) =>
    call(openIncident, { body }, { idempotencyKey }),
  );

export const useUpdateIncident = () =>
  useChange(incidentsKey, ({ id, idempotencyKey, ...body }: Update) =>
    call(updateIncident, { params: { id }, body }, { idempotencyKey }),
  );
