// A lead as it is shown.
import { z } from 'zod';
import { contactTypes } from './contact-types.ts';
import { leadStatuses } from './lead-status.ts';

export const leadIdMax = 2_147_483_647;
const staffFields = {
  ip_address: z.string().nullable(),
  user_agent: z.string(),
  admin_notes: z.string(),
  assigned_to: z.int().nullable(),
  is_spam: z.boolean(),
  spam_reason: z.string(),
  duplicate_of: z.int().nullable(),
  duplicates: z
    .array(z.int())
    .describe('Other leads of the same address or merged into this one, newest first, up to 20.'),
  reply_due_at: z.iso.datetime(),
  replied_at: z.iso.datetime().nullable(),
  is_overdue: z.boolean(),
};

export const Lead = z
  .object({
    id: z.int(),
    user: z.int().nullable(),
    name: z.string(),
    email: z.string(),
    is_company: z.boolean(),
    company: z.string(),
    company_site: z.string(),
    contact_type: z.enum(contactTypes),
    contact_value: z.string(),
    subject: z.string(),
    message: z.string(),
    extra: z.record(z.string(), z.unknown()),
    site_url: z.string(),
    status: z.enum(leadStatuses),
    status_display: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    // Only staff are shown these.
    ...z.object(staffFields).partial().shape,
  })
  .meta({ id: 'Lead' });
export type LeadWire = z.infer<typeof Lead>;
