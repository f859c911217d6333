// The load: raw requests over persistent connections, without the overhead of a client library.
import { connect, type Socket } from 'node:net';

export type Load = {
  port: number;
  /** Complete raw requests in ASCII, used in turn. */
  requests: readonly string[];
  count: number;
  /** The expected status of every response. */
  status: number;
};

const connectionsMax = 32;

/** Sends `count` requests, 32 at a time. Throws at the first response with another status. */
export async function runLoad({ port, requests, count, status }: Load): Promise<void> {
  let sent = 0;
  const next = () => (sent < count ? requests[sent++ % requests.length] : undefined);
  await Promise.all(
    Array.from({ length: connectionsMax }, () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      return sendRequests(socket, next, status).finally(() => socket.destroy());
    }),
  );
}

function sendRequests(
  socket: Socket,
  next: () => string | undefined,
  status: number,
): Promise<void> {
  const startLine = `HTTP/1.1 ${status} `;
  return new Promise((resolve, reject) => {
    let received = '';
    const ask = () => {
      const request = next();
      if (request === undefined) resolve();
      else socket.write(request, 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.on('connect', ask);
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (received.length < lengthOf(received)) return;
      if (!received.startsWith(startLine)) {
        reject(new Error(`Expected ${status}: ${received.slice(0, 1000)}`));
        return;
      }
      received = '';
      ask();
    });
  });
}

/** The length of the whole response with its head; infinite while the head is incomplete. */
function lengthOf(received: string): number {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  if (length === undefined) throw new Error('An answer without content-length.');
  return headEnd + 4 + Number(length);
}
