// A real mail server on a port of its own, which keeps what it is given.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Received = Email & {
  /** Whom the envelope names, which headers can't change. */
  recipients: string[];
};

export type TestSmtp = {
  url: string;
  received: Received[];
  /** Answers the next mail's recipient with this status and these words. */
  refuseNext(status: number, words: string): void;
  stop(): Promise<void>;
};

export async function startSmtp(port = 0): Promise<TestSmtp> {
  const received: Received[] = [];
  const refusals: Error[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusals.shift() ?? null),
    onData: async (stream, session, done) => {
      // A client that dies in mid-message delivered nothing.
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return done(new Error('broken off'));
      const email = await PostalMime.parse(raw);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ ...email, recipients });
      done();
    },
  });
  // A process that is killed with a connection open.
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
