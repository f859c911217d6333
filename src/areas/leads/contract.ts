import { z } from 'zod';
import { withAliases } from '#lib/aliases.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { contactTypes } from './contact-types.ts';
import { Lead, leadIdMax } from './lead-body.ts';
import { companyRule, dropControls, leadFields } from './lead-schema.ts';
import { leadStatuses } from './lead-status.ts';

export * from './lead-body.ts';
export * from './lead-status.ts';
export * from './staff-contract.ts';

const extraBytesMax = 8192;

export const invalidState = declareError(
  'invalid_state',
  400,
  'A lead with this status can not take that one.',
  { current_status: z.enum(leadStatuses) },
);

const withCompanyAlias = <T extends z.ZodType>(schema: T) =>
  withAliases({ is_company: 'isCompany' }, schema);

const siteUrl = z
  .string()
  .overwrite(dropControls)
  .check(z.maxLength(2000, 'Ensure this field has no more than 2000 characters.'))
  .check(
    z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'Enter a valid URL.'),
  );

const extra = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= extraBytesMax,
      'Ensure this field has no more than 8 KB.',
    ),
  );

const contactFields = {
  ...leadFields,
  isCompany: z.boolean().default(false),
  company: leadFields.company.default(''),
  company_site: leadFields.company_site.default(''),
  contact_type: leadFields.contact_type.default('email'),
  contact_value: leadFields.contact_value.default(''),
  subject: leadFields.subject.default(''),
};

const tracking = {
  status: z.enum(leadStatuses),
  admin_notes: z.string().overwrite(dropControls).max(10_000),
  assigned_to: z.int().min(1).max(leadIdMax).nullable(),
  is_spam: z.boolean(),
  duplicate_of: z.int().min(1).max(leadIdMax).nullable(),
};

export const submitLead = endpoint({
  method: 'POST',
  path: '/apix/leads/leads/submit/',
  summary: 'Send the contact form',
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
        website: z.unknown().optional().describe('Leave it out: people do not see this field.'),
        elapsed_ms: z
          .number()
          .optional()
          .catch(undefined)
          .describe('Milliseconds between the opening of the page and the sending.'),
      })
      .check(companyRule),
  ),
  responses: {
    201: z.object({
      success: z.literal(true),
      message: z.literal("Message sent successfully! We'll get back to you soon."),
      lead_id: z.int(),
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
  summary: 'Leads: your own, or all of them for sales',
  permission: 'user',
  work: 'replica',
  query: z.object({
    ...listQuery,
    search: z.string().overwrite(dropControls).max(200).optional(),
    status: z.enum(leadStatuses).optional(),
    contact_type: z.enum(contactTypes).optional(),
    site_url: z.string().overwrite(dropControls).max(2000).optional(),
    is_spam: flag.optional().describe('Staff only; ignored for others, like those below.'),
    assigned_to: z.literal('me').or(idText).optional(),
    overdue: flag.optional().describe('The promised reply is late.'),
  }),
  responses: { 200: pageOf(Lead) },
  errors: [commonErrors.invalidPage],
});

export const createLead = endpoint({
  method: 'POST',
  path: '/apix/leads/leads/',
  summary: 'Enter a lead by hand; sends no mail',
  permission: { staff: ['sales'] },
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

const params = z.object({ id: z.string() });

export const readLead = endpoint({
  method: 'GET',
  path: '/apix/leads/leads/:id/',
  summary: 'One lead',
  permission: 'user',
  work: 'read',
  params,
  responses: { 200: Lead },
  errors: [commonErrors.notFound],
});

export const putLead = endpoint({
  method: 'PUT',
  path: '/apix/leads/leads/:id/',
  summary: 'Replace contact, notes and assignment; status, spam and merge stay when left out',
  permission: 'user',
  work: 'write',
  staffAlso: ['sales'],
  params,
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
  errors: [commonErrors.notFound, commonErrors.permissionDenied, invalidState],
});

export const patchLead = endpoint({
  method: 'PATCH',
  path: '/apix/leads/leads/:id/',
  summary: 'Change some fields of a lead',
  permission: 'user',
  work: 'write',
  staffAlso: ['sales'],
  params,
  body: withCompanyAlias(
    z.object({ ...leadFields, ...tracking, isCompany: z.boolean() }).partial(),
  ),
  responses: { 200: Lead },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, invalidState],
});

export const deleteLead = endpoint({
  method: 'DELETE',
  path: '/apix/leads/leads/:id/',
  summary: 'Delete a lead; its data is erased after 30 days. Admins only',
  permission: 'user',
  work: 'write',
  staffAlso: ['admin'],
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound, commonErrors.permissionDenied],
});
