// What an account has in each area, for its page in the console.
import { z } from 'zod';

const time = z.iso.datetime();
const block = <T extends z.ZodType>(of: T) =>
  of.nullable().describe('Null if it could not be read.');

export const userPanels = {
  undeliverable: block(
    z.object({
      since: time,
      last_at: time,
      status: z.string().nullable().describe('Such as 5.1.1 (RFC 3463).'),
      words: z.string().describe('Of the other server.'),
    }),
  ).describe('Set when mails to this address bounce: it only gets codes.'),
  subscription: block(
    z.object({
      id: z.string(),
      tariff: z.string(),
      state: z.string().describe('active, suspended, ...'),
      status: z.string().describe('For display.'),
      price: z.string(),
      currency: z.string(),
      current_period_end: time,
    }),
  ).describe('Null without a plan.'),
  balances: block(
    z.array(z.object({ currency: z.string(), available: z.string(), reserved: z.string() })),
  ),
  payments: block(
    z.array(
      z.object({
        uuid: z.string(),
        internal_id: z.string(),
        amount: z.string(),
        currency: z.string(),
        status_display: z.string(),
        created_at: time,
      }),
    ),
  ),
  withdrawals: block(
    z.array(
      z.object({
        uuid: z.string(),
        internal_id: z.string(),
        amount: z.string(),
        currency: z.string(),
        status: z.string(),
        status_display: z.string(),
        created_at: time,
      }),
    ),
  ),
  keys: block(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        key_preview: z.string(),
        status: z.string(),
        total_requests: z.int().describe('As of the key itself.'),
        last_used_at: time.nullable(),
      }),
    ),
  ),
  sessions: block(
    z.array(
      z.object({
        id: z.string(),
        browser: z.string(),
        system: z.string(),
        ip: z.string().nullable(),
        created_at: time,
        last_used_at: time,
      }),
    ),
  ),
  activity: block(
    z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        browser: z.string(),
        system: z.string(),
        ip: z.string().nullable(),
        created_at: time,
      }),
    ),
  ),
};
