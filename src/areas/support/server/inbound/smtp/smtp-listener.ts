// Takes in mail by SMTP from the operator's mail servers, for our reply and bounce addresses only.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { createCounts } from '#kernel/counts.ts';
import { withCaller } from '#kernel/database/work.ts';
import { networkCaller } from '#kernel/http/caller.ts';
import { matchNetworks } from '#kernel/http/load/client-of.ts';
import { recreateOnChange } from '#kernel/recreate-on-change.ts';
import { requireOnDemand } from '#kernel/require-on-demand.ts';
import { minuteMs } from '#lib/durations.ts';
import { mailBytesMax } from '../../../wire/inbound-mail.constants.ts';
import type { Support } from '../../context.ts';
import { takeMail } from '../receive-mail.ts';
import { parseReplyAddress } from '../reply-addresses.ts';
import { type BytesBudget, createBytesBudget, readStream } from './read-stream.ts';

export type SmtpListener = {
  /** Resolves with the port; the system chooses one for 0. */
  listen(address: { host: string; port: number }): Promise<number>;
  /** Mails that were sent completely are stored and acknowledged first. */
  close(): Promise<void>;
};

export type SmtpLimits = {
  connections: number;
  connectionsPerAddress: number;
  /** Of all mails that arrive at the same time. */
  bytes: number;
  /** Without a byte. */
  idleMs: number;
  /** Of a connection, so that none is held by single bytes. */
  sessionMs: number;
};

const usualLimits: SmtpLimits = {
  connections: 50,
  connectionsPerAddress: 20,
  bytes: 3 * mailBytesMax,
  idleMs: minuteMs,
  sessionMs: 15 * minuteMs,
};
const recipientsMax = 50;
/** Of the time that a stopping process has. */
const closeMs = 4000;

const refusals = {
  stranger: [554, 'This server takes mail from its own mail servers only'],
  tooMany: [421, 'Too many connections from this address'],
  unknown: [550, 'No such address here'],
  tooLarge: [552, 'The mail is too large'],
  full: [452, 'Too much mail at the moment, try again later'],
  failed: [451, 'The mail could not be stored, try again later'],
} as const satisfies Record<string, readonly [code: number, words: string]>;

type Refusal = keyof typeof refusals;

const refuse = (reason: Refusal): Error => {
  const [responseCode, words] = refusals[reason];
  return Object.assign(new Error(words), { responseCode });
};

export function createSmtpListener(
  support: Support,
  limits: Partial<SmtpLimits> = {},
): SmtpListener {
  const all = { ...usualLimits, ...limits };
  const open = createConnectionCount(all);
  const server = createServer(support, all, open);
  const { log, config } = support.kernel;
  server.server.on('connection', open.add);
  // What clients break off is no fault of ours.
  server.on('error', (err) => log.debug({ err }, 'an SMTP connection failed'));
  const renewCertificate = recreateOnChange(
    () => config.INBOUND_SMTP_CERT,
    () => server.updateSecureContext(readCertificate(support)),
  );
  if (config.INBOUND_SMTP_CERT) server.server.on('connection', renewCertificate);
  return {
    async listen({ host, port }) {
      await once(server.listen(port, host), 'listening');
      return (server.server.address() as AddressInfo).port;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const readCertificate = ({ kernel: { config } }: Support) => ({
  cert: config.INBOUND_SMTP_CERT,
  key: config.INBOUND_SMTP_KEY,
});

function createServer(
  support: Support,
  limits: SmtpLimits,
  open: ReturnType<typeof createConnectionCount>,
): SMTPServer {
  const { config } = support.kernel;
  const isTrusted = matchNetworks(config.INBOUND_SMTP_FROM);
  const budget = createBytesBudget(limits.bytes);
  const options: SMTPServerOptions = {
    ...(config.INBOUND_SMTP_CERT && readCertificate(support)),
    name: new URL(config.SITE_URL).hostname,
    size: mailBytesMax,
    disabledCommands: config.INBOUND_SMTP_CERT ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: limits.connections,
    maxRecipients: recipientsMax,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: limits.idleMs,
    closeTimeout: closeMs,
    onConnect({ remoteAddress }, done) {
      if (!isTrusted(remoteAddress)) return done(refuse('stranger'));
      done(open.isOver(remoteAddress) ? refuse('tooMany') : null);
    },
    onRcptTo({ address }, _session, done) {
      if (isOurs(support, address)) return done();
      support.ways.count('smtp', 'refused');
      done(refuse('unknown'));
    },
    onData(stream, session, done) {
      void withCaller(networkCaller({ ip: session.remoteAddress }), async () => {
        const refusal = await receive(support, budget, stream, session);
        if (refusal)
          support.ways.count('smtp', refusals[refusal][0] < 500 ? 'deferred' : 'refused');
        else support.ways.count('smtp', 'accepted');
        done(refusal ? refuse(refusal) : null);
      });
    },
  };
  const { SMTPServer: Server } = requireOnDemand('smtp-server') as typeof import('smtp-server');
  return new Server(options);
}

/** Null when the mail is stored, and will not be needed again. */
async function receive(
  support: Support,
  budget: BytesBudget,
  stream: Parameters<NonNullable<SMTPServerOptions['onData']>>[0],
  session: SMTPServerSession,
): Promise<Refusal | null> {
  const body = await readStream(stream, budget, mailBytesMax);
  try {
    // A client that dies during a mail has delivered nothing, and waits for no answer.
    if (body.chunks === null) return body.problem;
    await takeMail(support, Buffer.concat([toEnvelope(session), ...body.chunks]));
    return null;
  } catch (err) {
    support.kernel.log.error({ err }, 'a mail that came by SMTP could not be stored');
    return 'failed';
  } finally {
    body.release();
  }
}

/** As servers note it where they deliver: headers need not name the recipients. */
const toEnvelope = ({ envelope: { mailFrom, rcptTo } }: SMTPServerSession): Buffer =>
  Buffer.from(
    [
      `Return-Path: <${mailFrom ? mailFrom.address : ''}>`,
      ...rcptTo.map(({ address }) => `Delivered-To: ${address}`),
      '',
    ].join('\r\n'),
  );

/** Mail to the sender of our mails may answer one of them. */
const isOurs = (support: Support, address: string): boolean =>
  parseReplyAddress(support, address) !== null ||
  support.kernel.mail.bounces.hasAddress(address) ||
  address.toLowerCase() === support.kernel.config.MAIL_FROM.toLowerCase();

function createConnectionCount({ connectionsPerAddress, sessionMs }: SmtpLimits) {
  const open = createCounts<string>();
  return {
    isOver: (address: string) => open.read(address) > connectionsPerAddress,
    add(socket: Socket) {
      const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
      open.add(address, 1);
      const timer = setTimeout(() => socket.destroy(), sessionMs);
      socket.once('close', () => {
        clearTimeout(timer);
        open.add(address, -1);
      });
    },
  };
}
