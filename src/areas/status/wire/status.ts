// The public status of the product: what its own checks found, and what staff wrote about it.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
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
    up_minutes: minutes,
    degraded_minutes: minutes,
    down_minutes: minutes,
  })
  .describe('Minutes of a day by what the checks found; the rest of the day was not measured.');
export type StatusDayWire = z.infer<typeof StatusDay>;

export const StatusComponent = z
  .object({
    name: z.enum(componentNames),
    title: z.string(),
    state: z.enum(componentStates).describe('`degraded`: slow, or works in part.'),
    switched_off: z
      .object({ notice: z.string().describe('The message from staff; may be empty.'), since: time })
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
  z.object({ name: z.enum(componentNames), impact: z.enum(impactStates) }),
);

export const incidentFields = {
  id: z.uuid(),
  title: z.string(),
  state: z.enum(incidentStates),
  components: componentImpacts.describe('What it affects; once resolved, what it affected.'),
  started_at: time,
  resolved_at: time.nullable(),
};

export const updateFields = {
  id: z.uuid(),
  state: z.enum(incidentStates),
  message: z.string(),
  created_at: time,
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
  summary: 'Read the status of the product',
  permission: 'public',
  // It responds during an outage of the database, with the history that it has read before.
  work: 'none',
  responses: {
    200: z.object({
      checked_at: time,
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
