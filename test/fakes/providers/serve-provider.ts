// The HTTP server of a fake provider: on a free port of this machine, with faults on demand.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Call = {
  method: string;
  url: URL;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
};
export type Answer = {
  status: number;
  /** An object is sent as JSON. */
  body?: string | Buffer | object;
  headers?: Record<string, string | number>;
};
/** `drop` closes the connection, `hang` never responds, `lose` performs the call and then closes. */
export type Fault = Answer | 'drop' | 'hang' | 'lose';

/** What every fake provider has. */
export type FakeProvider = {
  address: string;
  /** Environment variables that point the product at it. */
  settings: Record<string, string>;
  /** All calls, as `GET /path?query`, oldest first. */
  calls: string[];
  /** What happens to the next calls, one each, before they work again. */
  failNext(...faults: Fault[]): void;
  /** Forgets calls and faults. */
  reset(): void;
  close(): Promise<void>;
};

export type Options = {
  /** 0 by default: any free one. */
  port?: number;
};

/** A page as guards in front of servers show it to programs. */
export const blockPage = (server: string): Answer => ({
  status: 403,
  body: '<!DOCTYPE html><title>Attention Required!</title><p>You have been blocked.',
  headers: { server, 'content-type': 'text/html; charset=UTF-8' },
});

const hasContact = (userAgent = ''): boolean => /[^\s@()]+@[^\s@()]+\.\w+/.test(userAgent);

/** Some public servers stand behind guards that refuse programs without a name and a contact. */
export const refuseUnknownCaller = ({ headers }: Call): Answer | null =>
  hasContact(headers['user-agent']) ? null : blockPage('cloudflare');

function send(response: http.ServerResponse, { status, body = '', headers }: Answer): void {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(isRaw ? body : JSON.stringify(body));
}

export async function serveProvider(
  handle: (call: Call) => Answer | Promise<Answer>,
  { port = 0 }: Options = {},
): Promise<Omit<FakeProvider, 'settings'>> {
  const calls: string[] = [];
  const faults: Fault[] = [];
  const server = http.createServer(async (request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', `http://${headers.host}`);
    // A client that dies during a call has asked for nothing.
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    calls.push(`${method} ${request.url}`);
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault !== undefined && typeof fault === 'object') return send(response, fault);
    if (fault === 'drop') return void request.socket.destroy();
    const answer = await handle({ method, url, headers, body });
    if (fault === 'lose') request.socket.destroy();
    else send(response, answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    failNext: (...next) => {
      faults.push(...next);
    },
    reset: () => {
      calls.length = 0;
      faults.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
