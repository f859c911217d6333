// Files of messages: uploaded first, then named by the message.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { textId } from '#lib/wire/fields.ts';
import { attachmentBytesMax } from './tickets.constants.ts';

export const TicketAttachment = z
  .object({
    id: textId,
    name: z.string().describe('Of the file.'),
    size: z.int().describe('Bytes.'),
    content_type: z.string().describe('Detected from the content.'),
    is_image: z.boolean().describe('An image that browsers can display inline.'),
    url: z.string().describe('Signed; works without signing in, for 5 minutes.'),
  })
  .meta({ id: 'TicketAttachment' });
export type TicketAttachmentWire = z.infer<typeof TicketAttachment>;

export const attachmentTooLarge = declareError(
  'payload_too_large',
  413,
  'Attach files of up to 10 MB.',
);

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/apix/support/attachments/',
  testMode: 'live',
  group: 'Files',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Upload a file for a message; expires after 24 hours',
  description:
    'Takes one file of up to 10 MB, whose id a message then names. A file that no message uses is deleted after 24 hours.',
  permission: { key: 'support:write' },
  work: 'none',
  whenSuspended: 'allowed',
  rateLimit: { points: 60, windowSeconds: 600 },
  files: { file: { bytesMax: attachmentBytesMax, tooLarge: attachmentTooLarge } },
  responses: { 201: TicketAttachment },
  errors: [attachmentTooLarge],
});

export const readAttachment = endpoint({
  method: 'GET',
  path: '/apix/support/attachments/:id/',
  testMode: 'live',
  group: 'Files',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Download an attachment by its signed URL',
  description:
    'Returns the bytes of a file to anyone who has the signed address of a message, for five minutes. Only images are shown inline.',
  permission: 'public',
  work: 'none',
  params: z.object({ id: z.string().describe('The `id` of the file.') }),
  query: z.object({
    expires: z.string().max(20).optional().describe('Of the signed address.'),
    signature: z.string().max(100).optional().describe('Of the signed address.'),
  }),
  responses: { 200: bytes('application/octet-stream') },
  errors: [commonErrors.notFound],
});
