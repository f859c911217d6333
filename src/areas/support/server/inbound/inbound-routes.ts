import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/inbound-mail.ts';
import type { Support } from '../context.ts';
import { inboundSignatureHeader } from './inbound-signature.ts';
import { receiveMail } from './receive-mail.ts';

export function inboundRoutes(api: Api, support: Support): void {
  mount(api, contract.receiveMail, async ({ raw, request }) => {
    const header = request.headers[inboundSignatureHeader];
    const signature = typeof header === 'string' ? header : undefined;
    return respond(200, await receiveMail(support, raw, signature));
  });
}
