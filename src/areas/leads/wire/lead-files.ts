// Files of inquiries: uploaded first, then named by the inquiry.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { retryAfter, uuidId } from '#lib/wire/fields.ts';
import { leadFileBytesMax } from './leads.constants.ts';

const described = {
  name: z.string().describe('Of the file.'),
  size: z.int().describe('Bytes.'),
};

export const UploadedLeadFile = z
  .object({ id: z.uuid().describe('Secret until the inquiry is sent.'), ...described })
  .meta({ id: 'UploadedLeadFile' });
export type UploadedLeadFileWire = z.infer<typeof UploadedLeadFile>;

export const LeadFile = z
  .object({
    id: uuidId,
    ...described,
    content_type: z.string().describe('Detected from the content.'),
  })
  .meta({ id: 'LeadFile' });
export type LeadFileWire = z.infer<typeof LeadFile>;

export const leadFileTooLarge = declareError(
  'payload_too_large',
  413,
  'Attach files of up to 10 MB.',
);
export const leadStorageBusy = declareError(
  'storage_busy',
  503,
  'No more files can be taken at the moment. Send your message without them, and we will ask.',
  { retry_after: retryAfter },
);

export const uploadLeadFile = endpoint({
  method: 'POST',
  path: '/apix/leads/files/',
  testMode: 'live',
  group: 'Inquiries',
  tool: { none: 'It is for visitors without an account, who have another call.' },
  summary: 'Upload a file for an inquiry; expires after 24 hours',
  description:
    'Takes one file of up to 10 MB for the contact form. Its id is a secret until the inquiry names it.',
  permission: 'public',
  work: 'none',
  feature: 'inquiries',
  rateLimit: { points: 20, windowSeconds: 3600 },
  files: { file: { bytesMax: leadFileBytesMax, tooLarge: leadFileTooLarge } },
  responses: { 201: UploadedLeadFile },
  errors: [leadFileTooLarge, leadStorageBusy],
});

export const readLeadFile = endpoint({
  method: 'GET',
  path: '/apix/admin/leads/:id/files/:file_id/',
  summary: 'Download a file of a lead',
  description:
    'Returns a file that came with an inquiry, always as a download. Only sales can read it.',
  permission: staffOnly('leads.work'),
  work: 'none',
  params: z.object({ id: z.string(), file_id: z.string() }),
  responses: { 200: bytes('application/octet-stream') },
  errors: [commonErrors.notFound],
});
