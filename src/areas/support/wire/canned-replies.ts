// Replies that support writes once and uses often.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId } from '#lib/wire/fields.ts';
import { cannedReplySchema } from './canned-replies.form.ts';

export const CannedReply = z
  .object({ id: z.int(), title: z.string(), text: z.string(), updated_at: z.iso.datetime() })
  .meta({ id: 'CannedReply' });
export type CannedReplyWire = z.infer<typeof CannedReply>;

export type CannedReplyBody = z.output<typeof cannedReplySchema>;

const support = staffOnly('tickets.work');

export const listCannedReplies = endpoint({
  method: 'GET',
  path: '/apix/admin/canned-replies/',
  summary: 'List canned replies by title',
  description: 'Returns the texts for repeated use, by their title.',
  permission: support,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search,
  }),
  responses: { 200: createPageSchema(CannedReply) },
  errors: [commonErrors.invalidPage],
});

export const createCannedReply = endpoint({
  method: 'POST',
  path: '/apix/admin/canned-replies/',
  summary: 'Create a canned reply',
  description: 'Stores a text for repeated use in answers. All of support see it; nothing is sent.',
  audited: 'created canned reply',
  permission: support,
  work: 'write',
  body: cannedReplySchema,
  responses: { 201: CannedReply },
});

export const patchCannedReply = endpoint({
  method: 'PATCH',
  path: '/apix/admin/canned-replies/:id/',
  summary: 'Update a canned reply',
  description:
    'Changes title or text of a reply for repeated use. Messages that were sent with it stay as they are.',
  audited: 'updated canned reply',
  permission: support,
  work: 'write',
  params: byId,
  body: cannedReplySchema.partial(),
  responses: { 200: CannedReply },
  errors: [commonErrors.notFound],
});

export const deleteCannedReply = endpoint({
  method: 'DELETE',
  path: '/apix/admin/canned-replies/:id/',
  summary: 'Delete a canned reply',
  description: 'Deletes a text for repeated use. Messages that were sent with it stay.',
  audited: 'deleted canned reply',
  permission: support,
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
