// Mail to a reply address, which becomes a message, and reports about mails that were sent.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { inboundOutcomes, mailBytesMax } from './inbound-mail.constants.ts';

export const inboundSignatureWrong = declareError(
  'signature_invalid',
  401,
  'The signature is invalid.',
);

export const receiveMail = endpoint({
  method: 'POST',
  path: '/apix/support/inbound/',
  testMode: 'live',
  summary: 'Receive a raw e-mail from the mail server, signed',
  description:
    'Takes a mail that was sent to the reply address of a ticket, signed by the mail server, and adds what its author wrote to the ticket. A bounce is noted at the mail that bounced.',
  permission: 'public',
  work: 'none',
  rateLimit: 'none',
  body: 'raw',
  bodyBytesMax: mailBytesMax,
  responses: {
    200: z.object({
      outcome: z.enum(inboundOutcomes).describe('Final: do not deliver the mail again.'),
      ticket: z.string().nullable(),
      message: z.string().nullable(),
    }),
  },
  errors: [commonErrors.notFound, inboundSignatureWrong],
});
