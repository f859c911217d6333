// Leads in the console: list, replies, bulk changes.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { whenValid } from '#lib/when-valid.ts';
import { byId, uuidId } from '#lib/wire/fields.ts';
import { LeadFile } from './lead-files.ts';
import { contactTypes, leadStatuses } from './leads.constants.ts';
import { stripControlCharacters } from './leads.form.ts';
import { Lead, leadIdMax } from './leads.ts';
import { leadReplySchema } from './staff-leads.form.ts';

const path = '/apix/admin/leads/' as const;
const permission = staffOnly('leads.work');
const leadId = z.int().min(1).max(leadIdMax);
const flag = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1');

export const LeadReply = z
  .object({
    id: uuidId,
    by: z.string().nullable().describe('Null if the account was deleted.'),
    subject: z.string(),
    body: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'LeadReply' });
export type LeadReplyWire = z.infer<typeof LeadReply>;

export const listStaffLeads = endpoint({
  method: 'GET',
  path,
  summary: 'List all leads, or export them as CSV',
  description:
    'Returns the inquiries of all senders, spam and merged ones included, with filters. `format=csv` downloads all that match.',
  permission,
  work: 'replica',
  query: z.object({
    ...listQuery,
    search: z.string().overwrite(stripControlCharacters).max(200).optional(),
    status: z.enum(leadStatuses).optional(),
    contact_type: z.enum(contactTypes).optional(),
    is_spam: flag.optional(),
    assigned_to: z
      .string()
      .regex(/^(me|none|\d{1,9})$/, '`me`, `none` or an account.')
      .optional(),
    overdue: flag.optional(),
    format: z.enum(['json', 'csv']).optional(),
  }),
  responses: { 200: createPageSchema(Lead) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readStaffLead = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  summary: 'Retrieve a lead with its files and replies',
  description:
    'Returns an inquiry with what only sales see: address, notes, files and the replies that were sent.',
  permission,
  work: 'read',
  params: byId,
  responses: {
    200: z.object({ lead: Lead, files: z.array(LeadFile), replies: z.array(LeadReply) }),
  },
  errors: [commonErrors.notFound],
});

export const listAssignees = endpoint({
  method: 'GET',
  path: `${path}assignees/`,
  summary: 'List possible assignees',
  description: 'Returns the accounts of sales, to choose who handles a lead.',
  permission,
  work: 'replica',
  responses: { 200: z.object({ people: z.array(z.object({ id: z.int(), email: z.string() })) }) },
});

export const leadIsSpam = declareError('lead_is_spam', 400, 'This lead is marked as spam.');

export const replyToLead = endpoint({
  method: 'POST',
  path: `${path}:id/reply/`,
  summary: 'Reply to a lead by e-mail',
  description:
    "Sends a mail to the sender and keeps a copy. A new lead becomes contacted, and yours if it was nobody's; spam is never answered.",
  audited: 'replied to lead',
  permission,
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 3600 },
  params: byId,
  body: leadReplySchema,
  responses: { 201: LeadReply },
  errors: [commonErrors.notFound, leadIsSpam],
});

export const changeLeads = endpoint({
  method: 'POST',
  path: `${path}bulk/`,
  summary: 'Update several leads',
  description:
    'Sets status, assignee or spam of several leads, each by itself: those that cannot be changed are named with the reason.',
  audited: 'updated leads',
  permission,
  work: 'none',
  body: z
    .object({
      leads: z.array(leadId).min(1).max(100),
      assigned_to: leadId.nullable().optional(),
      status: z.enum(leadStatuses).optional(),
      is_spam: z.boolean().optional(),
    })
    .refine(({ leads: _, ...changes }) => Object.values(changes).some((one) => one !== undefined), {
      path: ['leads'],
      message: 'Specify at least one change.',
      ...whenValid('leads', 'assigned_to', 'status', 'is_spam'),
    }),
  responses: {
    200: z.object({
      changed: z.int(),
      refused: z.array(z.object({ id: z.int(), message: z.string() })),
    }),
  },
});

export const mergeLeads = endpoint({
  method: 'POST',
  path: `${path}merge/`,
  summary: 'Merge leads',
  description:
    'Joins leads of the same sender to one, and moves those that were merged into them along. The merged ones stay readable.',
  audited: 'merged leads into',
  permission,
  work: 'write',
  body: z.object({ into: leadId, leads: z.array(leadId).min(1).max(100) }),
  responses: { 200: Lead },
  errors: [commonErrors.notFound],
});
