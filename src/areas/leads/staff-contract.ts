// For sales: every lead, answers to them, and what is done with several at once.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { contactTypes } from './contact-types.ts';
import { Lead, leadIdMax } from './lead-body.ts';
import { dropControls } from './lead-schema.ts';
import { leadStatuses } from './lead-status.ts';

const path = '/apix/admin/leads/' as const;
const permission = staffOnly('leads.work');
const leadId = z.int().min(1).max(leadIdMax);
const params = z.object({ id: z.string() });
const flag = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1');

export const LeadReply = z
  .object({
    id: z.uuid(),
    by: z.string().nullable().describe('Null when the account is gone.'),
    subject: z.string(),
    body: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'LeadReply' });
export type LeadReplyWire = z.infer<typeof LeadReply>;

export const listStaffLeads = endpoint({
  method: 'GET',
  path,
  summary: 'All leads; `format=csv` gives all that fit as a file',
  permission,
  work: 'replica',
  query: z.object({
    ...listQuery,
    search: z.string().overwrite(dropControls).max(200).optional(),
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
  responses: { 200: pageOf(Lead) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readStaffLead = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  summary: 'One lead with the answers that were sent',
  permission,
  work: 'read',
  params,
  responses: { 200: z.object({ lead: Lead, replies: z.array(LeadReply) }) },
  errors: [commonErrors.notFound],
});

export const listAssignees = endpoint({
  method: 'GET',
  path: `${path}assignees/`,
  summary: 'Whose task a lead can be',
  permission,
  work: 'replica',
  responses: { 200: z.object({ people: z.array(z.object({ id: z.int(), email: z.string() })) }) },
});

export const leadIsSpam = declareError('lead_is_spam', 400, 'This lead is marked as spam.');

export const replyToLead = endpoint({
  method: 'POST',
  path: `${path}:id/reply/`,
  summary: 'Answer by mail; a new lead is contacted then',
  permission,
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 3600 },
  params,
  body: z.object({
    subject: z
      .string()
      .overwrite((text) => text.replace(/\s+/g, ' ').trim())
      .min(1, 'This field may not be blank.')
      .max(200),
    body: z.string().overwrite(dropControls).min(10, 'Write at least 10 characters.').max(10_000),
  }),
  responses: { 201: LeadReply },
  errors: [commonErrors.notFound, leadIsSpam],
});

export const changeLeads = endpoint({
  method: 'POST',
  path: `${path}bulk/`,
  summary: 'Assign, move or mark several leads; what one refuses does not hold up the others',
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
      message: 'Say what to change.',
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
  summary: 'Merge duplicates into one lead',
  permission,
  work: 'write',
  body: z.object({ into: leadId, leads: z.array(leadId).min(1).max(100) }),
  responses: { 200: Lead },
  errors: [commonErrors.notFound],
});
