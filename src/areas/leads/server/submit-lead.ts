// Receives inquiries: spam detection, limits, mails. The rules are in ../README.md.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import { toNetwork } from '#kernel/http/client-address.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { submitLead as contract } from '../wire/leads.ts';
import { sendAutoReply } from './emails/auto-reply.ts';
import { sendLeadAlert } from './emails/staff-alerts.ts';
import { attachFiles } from './lead-files.ts';
import {
  findDuplicateSubmission,
  insertLead,
  listTimesByEmail,
  listTimesByNetwork,
  lockSender,
  unknownAddress,
} from './lead-store.ts';

export type LeadSubmission = z.output<(typeof contract)['body']>;
export type Sender = { actor: Actor | null; ip: string | null; userAgent: string };

const duplicateMinutes = 10;
const fillInMsMin = 2000;
const limitsPerNetwork = [
  { leadsMax: 5, windowMs: hourMs },
  { leadsMax: 20, windowMs: dayMs },
];
const limitsPerEmail = [{ leadsMax: 3, windowMs: hourMs }];

/**
 * Returns the lead's id. Suspected bots are stored as spam and get the same response, so that they
 * can't tell the difference. Throws `throttled`.
 */
export async function submitLead(
  kernel: Kernel,
  tx: Tx,
  sender: Sender,
  input: LeadSubmission,
): Promise<number> {
  const spamReason = findSpamReason(input);
  const hash = hashMessage(input.message);
  const ip = sender.ip ?? unknownAddress;
  const network = toNetwork(ip);
  const now = kernel.clock.now();
  await lockSender(tx, network, input.email);
  const since = new Date(now.getTime() - duplicateMinutes * minuteMs);
  const isSpam = spamReason !== '';
  const duplicate = await findDuplicateSubmission(tx, { email: input.email, hash, isSpam, since });
  if (duplicate) {
    await attachFiles(tx, duplicate.id, { ids: input.files, now });
    return duplicate.id;
  }
  await enforceLimits(tx, { network, email: input.email, now });
  const lead = await insertLead(tx, {
    ...toColumns(input),
    account_id: sender.actor?.accountId ?? null,
    message_hash: hash,
    is_spam: isSpam,
    spam_reason: spamReason,
    ip,
    user_agent: sender.userAgent,
    created_at: now,
    updated_at: now,
  });
  const files = await attachFiles(tx, lead.id, { ids: input.files, now });
  if (!isSpam) {
    await sendAutoReply(kernel, tx, lead);
    await sendLeadAlert(kernel, tx, lead, files);
  }
  return lead.id;
}

export const hashMessage = (message: string): Buffer =>
  createHash('sha256').update(message).digest();

/** The columns shared by a submission and a lead entered by staff. */
export const toColumns = (input: Omit<LeadSubmission, 'website' | 'elapsed_ms' | 'files'>) => ({
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

function findSpamReason({ website, elapsed_ms }: LeadSubmission): string {
  if (website !== undefined && website !== null && website !== '') return 'honeypot';
  if (elapsed_ms !== undefined && elapsed_ms < fillInMsMin) return 'too_fast';
  return '';
}

async function enforceLimits(
  tx: Tx,
  { network, email, now }: { network: string; email: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const counted = [
    { times: await listTimesByNetwork(tx, network, since), rules: limitsPerNetwork },
    { times: await listTimesByEmail(tx, email, since), rules: limitsPerEmail },
  ];
  const waitsMs = counted.flatMap(({ times, rules }) =>
    rules.map(({ leadsMax, windowMs }) => {
      // This lead must leave the window first.
      const blocking = times[leadsMax - 1];
      return blocking ? blocking.getTime() + windowMs - now.getTime() : 0;
    }),
  );
  const waitMs = Math.max(...waitsMs);
  if (waitMs > 0) throw apiError(commonErrors.throttled, { retry_after: Math.ceil(waitMs / 1000) });
}
