// An SMTP server on a free port that stores the e-mails that it receives.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { localhostCertificate, localhostKey } from '#test/fixtures/localhost-certificate.ts';

export type ReceivedMail = Email & {
  /** The recipients of the envelope, which headers cannot change. */
  recipients: string[];
  /** The sender of the envelope. */
  envelopeSender: string;
};

export type TestSmtpServer = {
  url: string;
  received: ReceivedMail[];
  /** Rejects the recipient of the next e-mail with this status and message. */
  refuseNext(status: number, words: string): void;
  stop(): Promise<void>;
};

/** Null when it accepts the login; otherwise the words after 535. */
export type SmtpLogin = (
  login: { user: string | undefined; password?: string; token?: string },
  isEncrypted: boolean,
) => string | null;

const withLogin = (login: SmtpLogin, encrypts: boolean): SMTPServerOptions => ({
  ...(encrypts
    ? { key: localhostKey, cert: localhostCertificate }
    : { disabledCommands: ['STARTTLS'] }),
  allowInsecureAuth: true,
  authMethods: ['PLAIN', 'XOAUTH2'],
  onAuth({ username: user, password, accessToken: token }, { secure: isEncrypted }, done) {
    const credentials = { ...(password && { password }), ...(token && { token }) };
    const refusal = login({ user, ...credentials }, isEncrypted);
    if (refusal === null) done(null, { user });
    else done(Object.assign(new Error(refusal), { responseCode: 535 }));
  },
});

/** `beforeAccepting` can keep the client waiting: the e-mail counts as received after it. */
export async function startSmtpServer(
  port = 0,
  beforeAccepting: (email: ReceivedMail) => Promise<void> = async () => {},
  login?: SmtpLogin,
  encrypts = false,
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const refusals: Error[] = [];
  const server = new SMTPServer({
    ...(login ? withLogin(login, encrypts) : { disabledCommands: ['AUTH', 'STARTTLS'] }),
    onRcptTo: (_address, _session, done) => done(refusals.shift() ?? null),
    onData: async (stream, session, done) => {
      // A client that dies during a message has delivered nothing.
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return done(new Error('broken off'));
      const email = await PostalMime.parse(raw);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const { mailFrom } = session.envelope;
      const envelopeSender = mailFrom ? mailFrom.address : '';
      await beforeAccepting({ ...email, recipients, envelopeSender });
      received.push({ ...email, recipients, envelopeSender });
      done();
    },
  });
  // Killed processes leave connections open.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuseNext: (responseCode, words) => {
      refusals.push(Object.assign(new Error(words), { responseCode }));
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
