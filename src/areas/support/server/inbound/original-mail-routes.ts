import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { attachmentNamed } from '#kernel/storage/media.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import * as mails from '../../wire/stored-mails.ts';
import type { Support } from '../context.ts';
import { readMailPage, readMailPart, readOriginalMail } from './original-mails.ts';
import { originalPath, readSignedMail } from './stored-mails.ts';

const toSigned = ({
  expires = '',
  signature = '',
  name = '',
}: {
  [name in keyof SignedQuery]: SignedQuery[name] | undefined;
}): SignedQuery => ({ expires, signature, name });

/** Untrusted content: the browser must neither guess its type nor run anything in it. */
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, max-age=300',
};

/** For a frame of ours: nothing runs, links open a window, and pictures come from the mail. */
const pageHeaders = (pictures: 'own' | 'remote') => ({
  ...safeHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    pictures === 'remote' ? 'img-src data: https: http:' : 'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
});

export function originalMailRoutes(api: Api, support: Support): void {
  mount(api, mails.readOriginalMail, async ({ actor, params }) => {
    const path = { ticketId: params.ticket_uuid, id: params.uuid };
    return respond(200, await readOriginalMail(support, actor, path));
  });
  mount(api, mails.readStoredMail, async ({ params: { id }, query }) => {
    const source = await readSignedMail(support, { id, path: originalPath(id) }, toSigned(query));
    const disposition = query.name && { 'content-disposition': attachmentNamed(query.name) };
    return respond(200, source, { ...safeHeaders, ...disposition });
  });
  mount(api, mails.readMailPage, async ({ params, query }) => {
    const page = await readMailPage(support, params, toSigned(query));
    return respond(200, page, pageHeaders(params.pictures));
  });
  mount(api, mails.readMailPart, async ({ params, query }) => {
    const path = { id: params.id, number: Number(params.number) };
    const { name, bytes } = await readMailPart(support, path, toSigned(query));
    const disposition = { 'content-disposition': attachmentNamed(name) };
    return respond(200, bytes, { ...safeHeaders, ...disposition });
  });
}
