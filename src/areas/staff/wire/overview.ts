// The start screen of the console. Blocks are read independently; one that fails is null.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { received, recorded } from '#lib/wire/figures.ts';

const perDay = z.array(z.object({ day: z.string(), count: z.int() }));

export const StaffOverview = z
  .object({
    leads: z.object({ due: z.int(), overdue: z.int(), unassigned: z.int() }).nullable(),
    tickets: z
      .object({
        waiting: z.int(),
        unassigned: z.int(),
        overdue: z.int().describe('The first reply is overdue.'),
        under_24_hours: z.int().describe('Waiting for less than a day.'),
        over_24_hours: z.int(),
        priority_answers: z
          .object({ in_time: z.int(), late: z.int() })
          .describe('First answers of priority support in the last 30 days.'),
      })
      .nullable(),
    payments: z
      .object({
        late: z.int(),
        partial: z.int(),
        stuck: z.int(),
        proposals: z.int(),
      })
      .nullable(),
    failures: z.object({ jobs: z.int(), mails: z.int(), webhooks: z.int() }).nullable(),
    ledger: z
      .object({ last_checked_at: z.iso.datetime().nullable(), is_sound: z.boolean().nullable() })
      .nullable(),
    signups: z
      .object({ today: z.int(), week: z.int(), month: z.int(), per_day: perDay })
      .nullable(),
    revenue: z
      .array(
        z.object({
          currency: z.string(),
          month: received('Since the start of the month in UTC, without test money.'),
          month_before: received('Of the month before, without test money.'),
        }),
      )
      .nullable(),
    usage: z
      .object({
        requests_today: recorded('Since midnight UTC.'),
        errors_today: z.int().describe('Of these, those that failed on our side (5xx).'),
      })
      .nullable(),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: 'StaffOverview' });
export type StaffOverviewWire = z.infer<typeof StaffOverview>;

export const readStaffOverview = endpoint({
  method: 'GET',
  path: '/apix/admin/overview/',
  summary: 'Retrieve the staff overview',
  description:
    'Returns counts of what is open, and of sign-ups, revenue and use. A part that fails or that your roles may not see is null.',
  permission: staffOnly('overview.read'),
  work: 'replica',
  responses: { 200: StaffOverview },
});
