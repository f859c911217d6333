import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import * as contract from '../../wire/attachments.ts';
import type { Support } from '../context.ts';
import { isSupport } from '../tickets/visible-ticket.ts';
import { downloadAttachment, saveUpload } from './attachments.ts';

export function attachmentRoutes(api: Api, support: Support): void {
  mount(api, contract.uploadAttachment, async ({ actor, files, fileNames }) => {
    const side = isSupport(actor) ? 'staff' : 'customer';
    const file = { bytes: files.file, name: fileNames.file };
    return respond(201, await saveUpload(support, { accountId: actor.accountId, side }, file));
  });
  mount(api, contract.readAttachment, async ({ params, query }) => {
    const { expires = '', signature = '' } = query;
    const { stream, headers } = await downloadAttachment(support, params.id, {
      expires,
      signature,
    });
    return respond(200, stream, headers);
  });
}
