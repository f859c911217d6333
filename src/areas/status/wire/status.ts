// The public status of the product: what its own checks found, and what staff wrote about it.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { uuidId } from '#lib/wire/fields.ts';
import {
  componentNames,
  componentStates,
  historyDays,
  impactStates,
  incidentStates,
  pastIncidentDays,
} from './status.constants.ts';

const time = z.iso.datetime();
const minutes = z.int().min(0);

export const StatusDay = z
  .object({
    day: z.iso.date().describe('In UTC.'),
    up_minutes: minutes.describe('It worked.'),
    degraded_minutes: minutes.describe('It was slow, or worked in part.'),
    down_minutes: minutes.describe('It did not work.'),
  })
  .describe('Minutes of a day by what the checks found; the rest of the day was not measured.');
export type StatusDayWire = z.infer<typeof StatusDay>;

export const StatusComponent = z
  .object({
    name: z.enum(componentNames).describe('A stable name for programs.'),
    title: z.string().describe('Its name for people.'),
    state: z.enum(componentStates).describe('`degraded`: slow, or works in part.'),
    switched_off: z
      .object({
        notice: z.string().describe('The message from staff; may be empty.'),
        since: time.describe('When they did.'),
      })
      .nullable()
      .describe('Set while staff have switched it off.'),
    uptime_percent: z
      .string()
      .nullable()
      .describe(
        'Decimal, rounded down: the share of the measured minutes in which it was not down. Null before the first one.',
      ),
    days: z
      .array(StatusDay)
      .describe(`The days of the last ${historyDays} that were measured, oldest first.`),
  })
  .meta({ id: 'StatusComponent' });
export type StatusComponentWire = z.infer<typeof StatusComponent>;

export const componentImpacts = z.array(
  z.object({
    name: z.enum(componentNames).describe('A component.'),
    impact: z.enum(impactStates).describe('How much it is affected.'),
  }),
);

export const incidentFields = {
  id: uuidId,
  title: z.string().describe('What happens, in a few words.'),
  state: z.enum(incidentStates).describe('How far the work on it is.'),
  components: componentImpacts.describe('What it affects; once resolved, what it affected.'),
  started_at: time.describe('When it began.'),
  resolved_at: time.nullable().describe('Null while it is open.'),
};

export const updateFields = {
  id: uuidId,
  state: z.enum(incidentStates).describe('The state since then.'),
  message: z.string().describe('What staff wrote.'),
  created_at: time.describe('When it was published.'),
};

export const PublicIncident = z
  .object({
    ...incidentFields,
    updates: z.array(z.object(updateFields)).describe('Newest first.'),
  })
  .meta({ id: 'PublicIncident' });
export type PublicIncidentWire = z.infer<typeof PublicIncident>;

export const readStatus = endpoint({
  method: 'GET',
  path: '/apix/status/',
  testMode: 'copied',
  group: 'Status',
  tool: { toolset: 'account' },
  summary: 'Read the status of the product',
  description:
    'Says what works at the moment, with up to 90 days of history and what staff wrote about incidents. What was not measured is left out, never counted as up.',
  permission: 'public',
  // It responds during an outage of the database, with the history that it has read before.
  work: 'none',
  responses: {
    200: z.object({
      checked_at: time.describe('When the states were read; at most 10 seconds ago.'),
      state: z.enum(componentStates).describe('The worst of all components.'),
      components: z.array(StatusComponent).describe('Those that this installation offers.'),
      incidents: z
        .array(PublicIncident)
        .describe(
          `Open ones and those resolved in the last ${pastIncidentDays} days, newest first.`,
        ),
    }),
  },
});

export const listOpenIncidents = endpoint({
  method: 'GET',
  path: '/apix/status/incidents/',
  testMode: 'copied',
  group: 'Status',
  tool: { toolset: 'account' },
  summary: 'List open incidents',
  description:
    'Returns what is disturbed at the moment, newest first, without the history of the components: small enough to be asked every minute.',
  permission: 'public',
  work: 'none',
  responses: {
    200: z.object({ open: z.array(PublicIncident).describe('Empty while all is well.') }),
  },
});
