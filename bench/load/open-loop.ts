// Requests at a rate, regardless of pending responses, as customers send them: an overloaded server
// does not slow them down.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Reply = {
  /** 0: the connection broke. */
  status: number;
  /** When the request was due, after the first one. */
  dueMs: number;
  /** From then on. */
  ms: number;
};

export type OpenLoop = {
  port: number;
  /** Complete raw requests in ASCII, used in turn. */
  requests: readonly string[];
  perSecond: number;
  seconds: number;
};

const tickMs = 5;

/** All replies, of which the last may come long after `seconds`. */
export async function runOpenLoop(load: OpenLoop): Promise<Reply[]> {
  const { port, requests, perSecond, seconds } = load;
  const idle: Socket[] = [];
  const replies: Promise<Reply>[] = [];
  const startedMs = performance.now();
  while (performance.now() - startedMs < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * perSecond);
    while (replies.length < due) {
      const dueMs = (replies.length / perSecond) * 1000;
      const request = requests[replies.length % requests.length]!;
      const sent = send(port, idle, request, startedMs + dueMs);
      replies.push(sent.then((reply) => ({ ...reply, dueMs })));
    }
    await sleep(tickMs);
  }
  const all = await Promise.all(replies);
  for (const socket of idle) socket.destroy();
  return all;
}

/** Sends one request on an idle connection, or on a new one. */
function send(
  port: number,
  idle: Socket[],
  request: string,
  sinceMs: number,
): Promise<Omit<Reply, 'dueMs'>> {
  const socket = idle.pop() ?? connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve } = Promise.withResolvers<Omit<Reply, 'dueMs'>>();
  let received = '';
  const end = (status: number) => {
    socket.removeAllListeners();
    if (status > 0) idle.push(socket);
    // An idle connection that breaks is noticed by the next request on it.
    socket.on('error', () => undefined);
    resolve({ status, ms: performance.now() - sinceMs });
  };
  socket.on('error', () => end(0));
  socket.on('close', () => end(0));
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (isComplete(received)) end(Number(received.slice(9, 12)));
  });
  socket.write(request, 'latin1');
  return promise;
}

function isComplete(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  if (length === undefined) throw new Error('An answer without content-length.');
  return received.length >= headEnd + 4 + Number(length);
}
