// Mails of a restored copy of the database, which wait until staff release or discard them.
import { z } from 'zod';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { discardMailsBody } from './mail-hold.form.ts';

export const MailHold = z
  .object({
    since: z.iso.datetime().nullable().describe('Null while mails are delivered as usual.'),
    reason: z.string().describe('Empty without a hold.'),
    mails: z.int().describe('Held mails. Without a hold: those that are still being released.'),
    oldest_at: z.iso.datetime().nullable().describe('When the oldest of them was created.'),
  })
  .meta({ id: 'MailHold' });
export type MailHoldWire = z.infer<typeof MailHold>;

export const mailsNotOnHold = declareError(
  'invalid_state',
  400,
  'Mails are not held. They are delivered as usual.',
);

export const readMailHold = endpoint({
  method: 'GET',
  path: '/apix/admin/mails/hold/',
  summary: 'Retrieve whether mails are held',
  description:
    'Says whether a restored copy of the database keeps its mails back, since when, and how many.',
  permission: staffOnly('system.read'),
  work: 'none',
  responses: { 200: MailHold },
});

export const releaseMails = endpoint({
  method: 'POST',
  path: '/apix/admin/mails/hold/release/',
  summary: 'Release held mails and end the hold',
  description:
    'Ends the hold of a restored copy and sends the mails that were kept back. It cannot be taken back.',
  audited: 'released held mails',
  permission: staffOnly('system.repair'),
  work: 'write',
  responses: { 200: z.object({ released: z.int() }) },
  errors: [mailsNotOnHold],
});

export const discardMails = endpoint({
  method: 'POST',
  path: '/apix/admin/mails/hold/discard/',
  summary: 'Discard held mails without ending the hold',
  description:
    'Marks held mails as never to be sent, by age if you like. The hold goes on for those that come later.',
  audited: 'discarded held mails',
  permission: staffOnly('system.repair'),
  work: 'write',
  body: discardMailsBody,
  responses: { 200: z.object({ discarded: z.int() }) },
  errors: [mailsNotOnHold],
});
