// Incidents as staff write them. Every update is public and stays in the timeline.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { openIncidentBody, updateIncidentBody } from './incidents.form.ts';
import { componentImpacts, incidentFields, updateFields } from './status.ts';

export const Incident = z
  .object({
    ...incidentFields,
    updated_at: z.iso.datetime(),
    updates: z
      .array(z.object({ ...updateFields, components: componentImpacts, created_by: z.string() }))
      .describe('Newest first.'),
  })
  .meta({ id: 'Incident' });
export type IncidentWire = z.infer<typeof Incident>;

export const incidentResolved = declareError(
  'invalid_state',
  400,
  'This incident is resolved. Open a new one.',
  { current_status: z.string() },
);

const path = '/apix/admin/incidents/' as const;
const params = z.object({ id: z.uuid('Must be a valid UUID.') });
const permission = staffOnly('incidents.work');

export const listIncidents = endpoint({
  method: 'GET',
  path,
  summary: 'List incidents',
  description:
    'Returns disturbances that staff have written about, newest first, with all their updates.',
  permission,
  work: 'read',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    is_open: z.enum(['true', 'false']).optional(),
  }),
  responses: { 200: createPageSchema(Incident) },
  errors: [commonErrors.invalidPage],
});

export const readIncident = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  summary: 'Read an incident',
  description: 'Returns one disturbance with its updates and who wrote them.',
  permission,
  work: 'read',
  params,
  responses: { 200: Incident },
  errors: [commonErrors.notFound],
});

export const openIncident = endpoint({
  method: 'POST',
  path,
  summary: 'Open an incident',
  description:
    'Publishes a disturbance on the status page at once. What it affects is shown as degraded or down until it is resolved.',
  audited: 'opened the incident',
  permission,
  work: 'write',
  body: openIncidentBody,
  responses: { 201: Incident },
});

export const updateIncident = endpoint({
  method: 'POST',
  path: `${path}:id/updates/`,
  summary: 'Update an incident',
  description:
    'Publishes an update; `resolved` ends the disturbance. Updates are never changed or deleted.',
  audited: 'updated the incident',
  permission,
  work: 'write',
  params,
  body: updateIncidentBody,
  responses: { 201: Incident },
  errors: [commonErrors.notFound, incidentResolved],
});
