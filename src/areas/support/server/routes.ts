import type { Api } from '#kernel/http/api.ts';
import { attachmentRoutes } from './attachments/attachment-routes.ts';
import { cannedReplyRoutes } from './canned-replies/canned-reply-routes.ts';
import type { Support } from './context.ts';
import { inboundRoutes } from './inbound/inbound-routes.ts';
import { originalMailRoutes } from './inbound/original-mail-routes.ts';
import { mountSmtp } from './inbound/smtp/mount-smtp.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { ticketRoutes } from './tickets/ticket-routes.ts';

export function supportRoutes(api: Api, support: Support): void {
  ticketRoutes(api, support);
  messageRoutes(api, support);
  attachmentRoutes(api, support);
  inboundRoutes(api, support);
  mountSmtp(api, support);
  originalMailRoutes(api, support);
  cannedReplyRoutes(api, support);
}
