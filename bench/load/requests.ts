// The load: raw requests over persistent connections, without the overhead of a client library.
import { connect, type Socket } from 'node:net';

export type Load = {
  port: number;
  /** Complete raw requests in ASCII, used in turn from the first one on. */
  requests: readonly string[];
  count: number;
  /** The expected status of every response. */
  status: number;
};

const connectionsUsual = 32;

/** Sends `count` requests, some at a time. Throws at the first response with another status. */
export async function runLoad(
  { port, requests, count, status }: Load,
  connections = connectionsUsual,
): Promise<void> {
  let sent = 0;
  const next = () => (sent < count ? requests[sent++ % requests.length] : undefined);
  await Promise.all(
    Array.from({ length: connections }, () => {
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
    let reader = createReader();
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
      if (!reader.takesLast(chunk)) return;
      const head = reader.head();
      if (!head.startsWith(startLine)) {
        reject(new Error(`Expected ${status}: ${head.slice(0, 1000)}`));
        return;
      }
      reader = createReader();
      ask();
    });
  });
}

const lastChunk = '\r\n0\r\n\r\n';

/** Of one response. It keeps no body: to join a megabyte costs more than what is measured. */
function createReader() {
  let [head, tail, bytes] = ['', '', 0];
  let length: number | 'chunked' | undefined;
  return {
    head: () => head,
    /** Whether the response is then whole. */
    takesLast(part: string): boolean {
      bytes += part.length;
      if (length === undefined) {
        head += part;
        length = readLength(head);
        tail = head;
      } else if (length === 'chunked') tail += part;
      if (length !== 'chunked') return length !== undefined && bytes >= length;
      tail = tail.slice(-lastChunk.length);
      return tail === lastChunk;
    },
  };
}

/** The length of the whole response with its head; undefined while the head is incomplete. */
function readLength(received: string): number | 'chunked' | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  if (/\r\ntransfer-encoding: chunked\r\n/i.test(received)) return 'chunked';
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  if (length === undefined) throw new Error('An answer without content-length.');
  return headEnd + 4 + Number(length);
}
