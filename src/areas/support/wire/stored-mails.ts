// Mails as they arrived, and those of them that did not become messages.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { textId } from '#lib/wire/fields.ts';
import { mailHandlings, unattachedOutcomes } from './inbound-mail.constants.ts';
import { messageParams } from './messages.ts';

const support = staffOnly('tickets.work');

export const UnattachedMail = z
  .object({
    id: textId,
    received_at: z.iso.datetime().describe('When it arrived.'),
    sender: z.string().describe('Its From address; empty if it could not be read.'),
    subject: z.string().describe('Its subject.'),
    reason: z.enum(unattachedOutcomes).describe('Why it did not become a message.'),
    size_bytes: z.int().describe('Its size.'),
    ticket: z
      .object({ uuid: z.string(), number: z.int() })
      .nullable()
      .describe('The ticket whose reply address it was sent to.'),
    has_account: z.boolean().describe('Whether an account has the address of its sender.'),
    original_url: z.string().describe('The mail as it arrived; valid for five minutes.'),
    handled_as: z.enum(mailHandlings).nullable().describe('What staff did with it.'),
    handled_at: z.iso.datetime().nullable().describe('When they did it.'),
  })
  .meta({ id: 'UnattachedMail' });
export type UnattachedMailWire = z.infer<typeof UnattachedMail>;

export const mailHandled = declareError(
  'mail_handled',
  400,
  'Somebody has handled this mail already. Load the list again.',
);
export const mailHasNoTicket = declareError(
  'mail_has_no_ticket',
  400,
  'This mail was not sent to the address of a ticket. Open a ticket from it, or dismiss it.',
);
export const mailHasNoAccount = declareError(
  'mail_has_no_account',
  400,
  'No account has the address of its sender. Add it to its ticket as a note, or dismiss it.',
);

export const OriginalMail = z
  .object({
    headers: z
      .array(
        z.object({
          name: z.string().describe('As its sender wrote it.'),
          value: z.string().describe('Its value, decoded.'),
        }),
      )
      .describe('In the order of the mail.'),
    text: z.string().describe('Its plain text, complete; may be empty.'),
    page_url: z
      .string()
      .nullable()
      .describe('Its HTML as a page without scripts; null for a mail without HTML.'),
    page_with_pictures_url: z
      .string()
      .nullable()
      .describe('The same page, which loads pictures from other servers.'),
    source_url: z.string().describe('Its source, as a file.'),
    size_bytes: z.int().describe('The size of its source.'),
    parts: z
      .array(
        z.object({
          name: z.string().describe('Of the file.'),
          content_type: z.string().describe('As its sender named it.'),
          size_bytes: z.int().describe('Its size.'),
          url: z.string().describe('A download.'),
        }),
      )
      .describe('Texts, files and pictures.'),
  })
  .meta({ id: 'OriginalMail' });
export type OriginalMailWire = z.infer<typeof OriginalMail>;

export const readOriginalMail = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/original/',
  testMode: 'live',
  group: 'Messages',
  tool: { none: 'It is for the screens of the dashboard.' },
  summary: 'Retrieve the mail that a message came from',
  description:
    'Returns headers, text and parts of the mail as it arrived. Its addresses are valid for five minutes. Mails are kept for 30 days, and while their ticket is open.',
  permission: { key: 'support:write' },
  work: 'none',
  whenSuspended: 'allowed',
  rateLimit: { points: 60, windowSeconds: 600 },
  params: messageParams,
  responses: { 200: OriginalMail },
  errors: [commonErrors.notFound],
});

const signedQuery = z.object({
  expires: z.string().max(20).optional().describe('Of the signed address.'),
  name: z.string().max(300).optional().describe('Of the signed address.'),
  signature: z.string().max(100).optional().describe('Of the signed address.'),
});
const mailId = z.string().describe('The id of the mail.');

export const readStoredMail = endpoint({
  method: 'GET',
  path: '/apix/support/mails/:id/',
  testMode: 'live',
  group: 'Mails',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Read a mail as it arrived, by its signed URL',
  description:
    'Returns the source of a mail that became a message, to anyone who has the signed address, for five minutes. Mails are kept for 30 days, and while their ticket is open.',
  permission: 'public',
  work: 'none',
  params: z.object({ id: mailId }),
  query: signedQuery,
  responses: { 200: bytes('text/plain; charset=utf-8') },
  errors: [commonErrors.notFound],
});

export const readMailPage = endpoint({
  method: 'GET',
  path: '/apix/support/mails/:id/page/:pictures/',
  testMode: 'live',
  group: 'Mails',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Read the HTML of a mail as a page, by its signed URL',
  description:
    'Returns the HTML of a mail without scripts, for a frame, to anyone who has the signed address, for five minutes. Only with `remote` it loads pictures from other servers.',
  permission: 'public',
  work: 'none',
  params: z.object({
    id: mailId,
    pictures: z.enum(['own', 'remote']).describe('Which pictures it loads.'),
  }),
  query: signedQuery,
  responses: { 200: bytes('text/html; charset=utf-8') },
  errors: [commonErrors.notFound],
});

export const readMailPart = endpoint({
  method: 'GET',
  path: '/apix/support/mails/:id/parts/:number/',
  testMode: 'live',
  group: 'Mails',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Download a part of a mail by its signed URL',
  description:
    'Returns a text, file or picture of a mail, always as a download, to anyone who has the signed address, for five minutes.',
  permission: 'public',
  work: 'none',
  params: z.object({
    id: mailId,
    number: z
      .string()
      .regex(/^\d{1,5}$/)
      .describe('Its place among the parts, from 0.'),
  }),
  query: signedQuery,
  responses: { 200: bytes('application/octet-stream') },
  errors: [commonErrors.notFound],
});

export const listUnattachedMails = endpoint({
  method: 'GET',
  path: '/apix/admin/unattached-mails/',
  summary: 'List mails that did not become messages, newest first',
  description:
    'Returns mails to reply addresses that no message was made from, with the reason. `handled` shows those that staff have dealt with.',
  permission: support,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    reason: z.enum(unattachedOutcomes).optional().describe('Only with this reason.'),
    handled: z.enum(['true', 'false']).optional().describe('By default those that wait.'),
  }),
  responses: { 200: createPageSchema(UnattachedMail) },
  errors: [commonErrors.invalidPage],
});

export const handleUnattachedMail = endpoint({
  method: 'POST',
  path: '/apix/admin/unattached-mails/:id/handle/',
  summary: 'Add a mail to its ticket, open a ticket from it, or dismiss it',
  description:
    'A note is added to the ticket that the mail was sent to, for support only: the sender may be somebody else than the customer. A ticket is opened for the account that has the address of the sender.',
  audited: 'handled mail',
  permission: support,
  work: 'none',
  params: z.object({ id: z.string().describe('The id of the mail.') }),
  body: z.object({ as: z.enum(mailHandlings).describe('What becomes of it.') }),
  responses: { 200: UnattachedMail },
  errors: [commonErrors.notFound, mailHandled, mailHasNoTicket, mailHasNoAccount],
});
