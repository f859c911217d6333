// The contact form's other end: who is a person, how often, and who is told. Rules: ../README.md.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import { networkOf } from '#kernel/http/client-address.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { submitLead as contract } from '../contract.ts';
import { sendAutoReply } from './emails/auto-reply.ts';
import { sendLeadAlert } from './emails/staff-alerts.ts';
import * as store from './store.ts';

export type Submission = z.output<(typeof contract)['body']>;
export type Sender = { actor: Actor | null; ip: string | null; userAgent: string };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const twinMinutes = 10;
const humanMsMin = 2000;
// Whose address a proxy hid counts as one sender; without any address is who staff entered.
const unknownAddress = '0.0.0.0';
const perNetwork = [
  { leadsMax: 5, windowMs: hourMs },
  { leadsMax: 20, windowMs: dayMs },
];
const perEmail = [{ leadsMax: 3, windowMs: hourMs }];

/**
 * Returns the lead's id. What looks like a machine's is stored as spam and answered alike, so that
 * its maker learns nothing. Throws `throttled`.
 */
export async function submitLead(
  kernel: Kernel,
  tx: Tx,
  sender: Sender,
  input: Submission,
): Promise<number> {
  const spamReason = findSpamReason(input);
  const hash = hashMessage(input.message);
  const ip = sender.ip ?? unknownAddress;
  const network = networkOf(ip);
  const now = kernel.clock.now();
  await store.lockSender(tx, network, input.email);
  const since = new Date(now.getTime() - twinMinutes * minuteMs);
  const isSpam = spamReason !== '';
  const twin = await store.findTwin(tx, { email: input.email, hash, isSpam, since });
  if (twin) return twin.id;
  await holdToLimits(tx, { network, email: input.email, now });
  const lead = await store.insertLead(tx, {
    ...columnsOf(input),
    account_id: sender.actor?.accountId ?? null,
    message_hash: hash,
    is_spam: isSpam,
    spam_reason: spamReason,
    ip,
    user_agent: sender.userAgent,
    created_at: now,
    updated_at: now,
  });
  if (!isSpam) {
    await sendAutoReply(kernel, tx, lead);
    await sendLeadAlert(kernel, tx, lead);
  }
  return lead.id;
}

export const hashMessage = (message: string): Buffer =>
  createHash('sha256').update(message).digest();

/** The columns that a submission and a lead entered by hand share. */
export const columnsOf = (input: Omit<Submission, 'website' | 'elapsed_ms'>) => ({
  name: input.name,
  email: input.email,
  is_company: input.isCompany,
  company: input.company,
  company_site: input.company_site,
  contact_type: input.contact_type,
  contact_value: input.contact_value,
  subject: input.subject,
  message: input.message,
  site_url: input.site_url,
  extra: JSON.stringify(input.extra),
});

function findSpamReason({ website, elapsed_ms }: Submission): string {
  if (website !== undefined && website !== null && website !== '') return 'honeypot';
  if (elapsed_ms !== undefined && elapsed_ms < humanMsMin) return 'too_fast';
  return '';
}

async function holdToLimits(
  tx: Tx,
  { network, email, now }: { network: string; email: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const counted = [
    { times: await store.listTimesOfNetwork(tx, network, since), rules: perNetwork },
    { times: await store.listTimesOfEmail(tx, email, since), rules: perEmail },
  ];
  const waitsMs = counted.flatMap(({ times, rules }) =>
    rules.map(({ leadsMax, windowMs }) => {
      // The lead at this place must leave the window before another one may come.
      const blocking = times[leadsMax - 1];
      return blocking ? blocking.getTime() + windowMs - now.getTime() : 0;
    }),
  );
  const waitMs = Math.max(...waitsMs);
  if (waitMs > 0) throw apiError(commonErrors.throttled, { retry_after: Math.ceil(waitMs / 1000) });
}
