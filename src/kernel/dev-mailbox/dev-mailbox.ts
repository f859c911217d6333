// Shows the e-mails of a development machine in the browser instead of delivering them.
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { mailboxDir } from '../mail/transport.ts';
import { type MailboxMessage, readMailbox, readMessage } from './mailbox-files.ts';
import { listPage, messagePage } from './mailbox-pages.ts';

type MailboxConfig = Pick<Config, 'DATA_DIR' | 'SITE_URL' | 'hasDevPages'>;
type MessageRoute = { Params: { id: string } };

const closed = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const pagePolicy = `${closed}; frame-src 'self'; frame-ancestors 'none'`;
// The HTML of an e-mail is untrusted: nothing in it may run, load or submit.
const sandbox = 'sandbox allow-popups allow-popups-to-escape-sandbox';
const mailPolicy = `${closed}; img-src data:; frame-ancestors 'self'; ${sandbox}`;

/** Mounts /dev/mail and its sub-pages when the configuration enables dev pages. */
export function mountDevMailbox(app: FastifyInstance, { config }: { config: MailboxConfig }): void {
  if (!config.hasDevPages) return;
  const dir = mailboxDir(config);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLocalRequest(request, config)) return reply.callNotFound();
  };
  const withMessage =
    (show: (message: MailboxMessage, reply: FastifyReply) => FastifyReply) =>
    async (request: FastifyRequest<MessageRoute>, reply: FastifyReply) => {
      const message = await readMessage(dir, request.params.id);
      return message ? show(message, reply) : reply.callNotFound();
    };

  app.get<{ Querystring: { refresh?: string } }>(
    '/dev/mail',
    { onRequest },
    async (request, reply) =>
      sendPage(reply, listPage(await readMailbox(dir), request.query.refresh === 'on')),
  );
  app.get<{ Querystring: { to?: string } }>(
    '/dev/mail.json',
    { onRequest },
    async (request, reply) => {
      const { to } = request.query;
      const messages = (await readMailbox(dir)).filter((one) => !to || isSameAddress(one.to, to));
      return reply.send(messages.map(({ from: _, ...message }) => message));
    },
  );
  app.get<MessageRoute>(
    '/dev/mail/:id',
    { onRequest },
    withMessage((message, reply) => sendPage(reply, messagePage(message))),
  );
  app.get<MessageRoute>(
    '/dev/mail/:id/html',
    { onRequest },
    withMessage((message, reply) =>
      sendPage(reply.header('x-frame-options', 'SAMEORIGIN'), message.html, mailPolicy),
    ),
  );
  app.get<MessageRoute>(
    '/dev/mail/:id/text',
    { onRequest },
    withMessage((message, reply) => reply.type('text/plain; charset=utf-8').send(message.text)),
  );
}

function sendPage(reply: FastifyReply, html: string, policy = pagePolicy): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The mailbox contains sign-in codes. The connection must come from this machine and not through a
 * proxy on it, and the Host header must be ours: otherwise a website could point its own domain at
 * 127.0.0.1 and read the mailbox (DNS rebinding).
 */
function isLocalRequest({ raw, host }: FastifyRequest, { SITE_URL }: MailboxConfig): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLocal =
    isIP(address) > 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const isForwarded = raw.headers['x-forwarded-for'] !== undefined;
  const hostname = URL.parse(`http://${raw.headers.host ?? host}`)?.hostname ?? '';
  return (
    isLocal && !isForwarded && [...loopbackNames, new URL(SITE_URL).hostname].includes(hostname)
  );
}

const isSameAddress = (address: string, other: string): boolean =>
  address.toLowerCase() === other.toLowerCase();
