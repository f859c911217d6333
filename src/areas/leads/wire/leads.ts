// Leads as their senders and sales see them.

import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { withAliases } from '#lib/field-aliases.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { forStaff } from '#lib/staff-fields.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId, numberId } from '#lib/wire/fields.ts';
import { contactTypes, leadFilesMax, leadStatuses } from './leads.constants.ts';
import { companyRule, leadFields, stripControlCharacters } from './leads.form.ts';

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
    .describe('Other leads from the same address or merged into this one, newest first, up to 20.'),
  reply_due_at: z.iso.datetime(),
  replied_at: z.iso.datetime().nullable(),
  is_overdue: z.boolean(),
};

export const Lead = z
  .object({
    id: numberId,
    user: z.int().nullable().describe('The account that sent it; null without one.'),
    name: z.string().describe('Of the sender.'),
    email: z.string().describe('Of the sender.'),
    is_company: z.boolean().describe('Whether a company asks.'),
    company: z.string().describe('May be empty.'),
    company_site: z.string().describe('May be empty.'),
    contact_type: z.enum(contactTypes).describe('How to answer.'),
    contact_value: z.string().describe('Where to answer, unless by e-mail.'),
    subject: z.string().describe('May be empty.'),
    message: z.string().describe('As it was sent.'),
    extra: z.record(z.string(), z.unknown()).describe('More data of the form.'),
    site_url: z.string().describe('The page of the form.'),
    status: z.enum(leadStatuses).describe('How far sales are with it.'),
    status_display: z.string().describe('The status in words.'),
    created_at: z.iso.datetime().describe('When it was sent.'),
    updated_at: z.iso.datetime().describe('When it last changed.'),
    ...forStaff(z.object(staffFields).partial().shape),
  })
  .meta({ id: 'Lead' });
export type LeadWire = z.infer<typeof Lead>;

const extraBytesMax = 8192;

export const invalidState = declareError(
  'invalid_state',
  400,
  'A lead with this status can not take that one.',
  { current_status: z.enum(leadStatuses).describe('What it is now.') },
);

const withCompanyAlias = <T extends z.ZodType>(schema: T) =>
  withAliases({ is_company: 'isCompany' }, schema);

const siteUrl = z
  .string()
  .overwrite(stripControlCharacters)
  .check(z.maxLength(2000, 'Ensure this field has no more than 2000 characters.'))
  .check(
    z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'Enter a valid URL.'),
  )
  .describe('The page of the form.');

const extra = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= extraBytesMax,
      'Ensure this field has no more than 8 KB.',
    ),
  )
  .describe('More data of the form, up to 8 KB of JSON.');

/** Not in the form's file, whose bytes the public pages load. */
const describedFields = {
  ...leadFields,
  name: leadFields.name.describe('Of the sender.'),
  email: leadFields.email.describe('Of the sender.'),
  company: leadFields.company.describe('May be empty.'),
  company_site: leadFields.company_site.describe('May be empty.'),
  contact_type: leadFields.contact_type.describe('How to answer.'),
  contact_value: leadFields.contact_value.describe('Where to answer, unless by e-mail.'),
  subject: leadFields.subject.describe('May be empty.'),
  message: leadFields.message.describe('What is asked.'),
};

const contactFields = {
  ...describedFields,
  isCompany: z
    .boolean()
    .default(false)
    .describe('Whether a company asks; then `company` is required.'),
  company: describedFields.company.default(''),
  company_site: describedFields.company_site.default(''),
  contact_type: describedFields.contact_type.default('email'),
  contact_value: describedFields.contact_value.default(''),
  subject: describedFields.subject.default(''),
};

const tracking = {
  status: z.enum(leadStatuses),
  admin_notes: z.string().overwrite(stripControlCharacters).max(10_000),
  assigned_to: z.int().min(1).max(leadIdMax).nullable(),
  is_spam: z.boolean(),
  duplicate_of: z.int().min(1).max(leadIdMax).nullable(),
};

export const submitLead = endpoint({
  method: 'POST',
  path: '/apix/leads/leads/submit/',
  testMode: 'live',
  group: 'Inquiries',
  tool: { none: 'It is for visitors without an account, who have another call.' },
  summary: 'Submit an inquiry',
  description:
    'Sends a message of the contact form to sales. The same message from the same address within ten minutes is the same inquiry; five an hour are accepted from a network.',
  permission: 'optional',
  work: 'write',
  ignoresBadCredential: true,
  feature: 'inquiries',
  body: withCompanyAlias(
    z
      .object({
        ...contactFields,
        site_url: siteUrl,
        extra: extra.default({}),
        files: z
          .array(z.uuid())
          .max(leadFilesMax, `Attach at most ${leadFilesMax} files.`)
          .default([])
          .describe('The ids of uploaded files.'),
        website: z.unknown().optional().describe('Omit it: a hidden field that detects bots.'),
        elapsed_ms: z
          .number()
          .optional()
          .catch(undefined)
          .describe('Milliseconds between opening the page and submitting.'),
      })
      .check(companyRule),
  ),
  responses: {
    201: z.object({
      success: z.literal(true).describe('Always `true`.'),
      message: z.string().describe('A sentence for people, always the same.'),
      lead_id: z.int().describe('The `id` of the inquiry.'),
    }),
  },
});

const flag = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1');
const idText = z
  .string()
  .regex(/^\d{1,10}$/, 'A valid integer is required.')
  .transform(Number)
  .pipe(z.int().max(leadIdMax));

export const listLeads = endpoint({
  method: 'GET',
  path: '/apix/leads/leads/',
  testMode: 'live',
  group: 'Inquiries',
  summary: 'List leads',
  description: 'Returns the inquiries that the account has sent, newest first.',
  permission: 'user',
  work: 'replica',
  query: z.object({
    ...listQuery,
    search: z
      .string()
      .overwrite(stripControlCharacters)
      .max(200)
      .optional()
      .describe('Words to find.'),
    status: z.enum(leadStatuses).optional().describe('Only those with this status.'),
    contact_type: z.enum(contactTypes).optional().describe('Only those to answer in this way.'),
    site_url: z
      .string()
      .overwrite(stripControlCharacters)
      .max(2000)
      .optional()
      .describe('Only those from this page.'),
    ...forStaff({
      is_spam: flag.optional(),
      assigned_to: z.literal('me').or(idText).optional(),
      overdue: flag.optional().describe('The promised reply is overdue.'),
    }),
  }),
  responses: { 200: createPageSchema(Lead) },
  errors: [commonErrors.invalidPage],
});

export const createLead = endpoint({
  method: 'POST',
  path: '/apix/leads/leads/',
  summary: 'Create a lead',
  description:
    'Enters an inquiry that came another way, such as by phone. No mail is sent, neither to its sender nor to sales.',
  audited: 'created lead',
  permission: staffOnly('leads.work'),
  work: 'write',
  body: withCompanyAlias(
    z
      .object({
        ...contactFields,
        site_url: siteUrl.or(z.literal('')).default(''),
        extra: extra.default({}),
        status: tracking.status.default('new'),
        admin_notes: tracking.admin_notes.default(''),
        assigned_to: tracking.assigned_to.default(null),
      })
      .check(companyRule),
  ),
  responses: { 201: Lead },
});

export const readLead = endpoint({
  method: 'GET',
  path: '/apix/leads/leads/:id/',
  testMode: 'live',
  group: 'Inquiries',
  summary: 'Retrieve a lead',
  description: 'Returns one inquiry of the account as it was sent, with its status.',
  permission: 'user',
  work: 'read',
  params: byId,
  responses: { 200: Lead },
  errors: [commonErrors.notFound],
});

export const putLead = endpoint({
  method: 'PUT',
  path: '/apix/leads/leads/:id/',
  summary: 'Replace a lead',
  description:
    'Sets all fields of an inquiry; those that are left out get their defaults, and its status stays unless it is sent.',
  audited: 'updated lead',
  permission: staffOnly('leads.work'),
  work: 'write',
  params: byId,
  body: withCompanyAlias(
    z
      .object({
        ...contactFields,
        admin_notes: tracking.admin_notes.default(''),
        assigned_to: tracking.assigned_to.default(null),
        status: tracking.status.optional(),
        is_spam: tracking.is_spam.optional(),
        duplicate_of: tracking.duplicate_of.optional(),
      })
      .check(companyRule),
  ),
  responses: { 200: Lead },
  errors: [commonErrors.notFound, invalidState],
});

export const patchLead = endpoint({
  method: 'PATCH',
  path: '/apix/leads/leads/:id/',
  summary: 'Update a lead',
  description:
    'Changes single fields or the status of an inquiry. `duplicate_of` merges it into another one.',
  audited: 'updated lead',
  permission: staffOnly('leads.work'),
  work: 'write',
  params: byId,
  body: withCompanyAlias(
    z.object({ ...describedFields, ...tracking, isCompany: z.boolean() }).partial(),
  ),
  responses: { 200: Lead },
  errors: [commonErrors.notFound, invalidState],
});

export const deleteLead = endpoint({
  method: 'DELETE',
  path: '/apix/leads/leads/:id/',
  summary: 'Delete a lead',
  description:
    'Hides an inquiry from its sender and from sales. It is erased after 30 days, with its files.',
  audited: 'deleted lead',
  permission: staffOnly('leads.delete'),
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
