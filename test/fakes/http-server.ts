// An HTTP server on a free port that stands in for a provider: it returns the responses that a test
// configures, and records all requests.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
};
/** `drop` closes the connection without a response, `hang` never responds. */
export type CannedResponse =
  | { status: number; body?: string | object; headers?: Record<string, string> }
  | 'drop'
  | 'hang';

export type TestHttpServer = {
  url: string;
  port: number;
  calls: ReceivedRequest[];
  /** Sets the responses to `GET /v1/status`, used in turn; the last one is repeated. */
  on(
    call: string,
    ...replies: (CannedResponse | ((call: ReceivedRequest) => CannedResponse))[]
  ): void;
  reset(): void;
  stop(): Promise<void>;
};

export async function startHttpServer(): Promise<TestHttpServer> {
  const calls: ReceivedRequest[] = [];
  const answers = new Map<
    string,
    (CannedResponse | ((call: ReceivedRequest) => CannedResponse))[]
  >();
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
