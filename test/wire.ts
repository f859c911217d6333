// A provider's HTTP interface on a port of its own: it answers what the test told it to, and
// remembers what it was asked.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type WireCall = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
};
/** `drop` closes the connection without an answer, `hang` never answers. */
export type WireReply =
  | { status: number; body?: string | object; headers?: Record<string, string> }
  | 'drop'
  | 'hang';

export type Wire = {
  url: string;
  port: number;
  calls: WireCall[];
  /** The answers to `GET /v1/status`, in turn; the last one stays. */
  on(call: string, ...replies: (WireReply | ((call: WireCall) => WireReply))[]): void;
  reset(): void;
  stop(): Promise<void>;
};

export async function startWire(): Promise<Wire> {
  const calls: WireCall[] = [];
  const answers = new Map<string, (WireReply | ((call: WireCall) => WireReply))[]>();
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const call = { method, path: url, headers, body: await text(request) };
    calls.push(call);
    const queue = answers.get(`${method} ${url}`) ?? answers.get(`${method} ${url.split('?')[0]}`);
    const next = (queue && queue.length > 1 ? queue.shift() : queue?.[0]) ?? { status: 501 };
    const reply = typeof next === 'function' ? next(call) : next;
    if (reply === 'hang') return;
    if (reply === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, body = '', headers: more } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    on: (call, ...replies) => {
      answers.set(call, replies);
    },
    reset: () => {
      calls.length = 0;
      answers.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
