// Real proxies and sites on this machine. Each proxy has its own exit address (127.0.0.2 and up),
// so that a site can ban one of them.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'proxy-chain';
import { localhostCertificate, localhostKey } from './fixtures/localhost-certificate.ts';

export type TestProxy = {
  port: number;
  exit: string;
  /** For an import: host:port or host:port:user:password. */
  line: string;
  /** Targets of its CONNECT requests. */
  targets: string[];
  stop(): Promise<void>;
};
export type TestSite = {
  url: string;
  host: string;
  port: number;
  /** Exit addresses that get 403. */
  banned: Set<string>;
  /** Exit addresses of the requests, in order. */
  visitors: string[];
  /** Headers of the last request. */
  lastHeaders: http.IncomingHttpHeaders;
  stop(): Promise<void>;
};
export type ProxyOptions = {
  login?: string;
  delayMs?: number;
  refuses?: boolean;
  isSecure?: boolean;
};

export async function startProxy(
  exit: string,
  { login, delayMs, refuses, isSecure }: ProxyOptions = {},
): Promise<TestProxy> {
  const targets: string[] = [];
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    ...(isSecure
      ? {
          serverType: 'https' as const,
          httpsOptions: { key: localhostKey, cert: localhostCertificate },
        }
      : { serverType: 'http' as const }),
    prepareRequestFunction: async ({ username, password, hostname, port }) => {
      targets.push(`${hostname}:${port}`);
      if (delayMs) await sleep(delayMs);
      const isRefused = refuses || (login && login !== `${username}:${password}`);
      return isRefused ? { requestAuthentication: true } : { localAddress: exit };
    },
  });
  await server.listen();
  const address = `127.0.0.1:${server.port}`;
  let stopping: Promise<void> | undefined;
  const proxy: TestProxy = {
    port: server.port,
    exit,
    line: login ? `${address}:${login}` : address,
    targets,
    stop: () => {
      stopping ??= server.close(true);
      return stopping;
    },
  };
  return proxy;
}

export async function startSite(): Promise<TestSite> {
  const banned = new Set<string>();
  const visitors: string[] = [];
  const server = http.createServer((request, response) => {
    const address = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
    visitors.push(address);
    site.lastHeaders = request.headers;
    const [, size] = /^\/bytes\/(\d+)/.exec(request.url ?? '') ?? [];
    response.statusCode = banned.has(address) ? 403 : 200;
    response.setHeader('content-type', 'application/json');
    // A response that never ends.
    if (request.url === '/stalled') response.write('{');
    else if (size) response.end(Buffer.alloc(Number(size), 'x'));
    else if (request.method === 'POST') request.pipe(response);
    else response.end(JSON.stringify({ address }).replaceAll(' ', ''));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const site: TestSite = {
    url: `http://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    banned,
    visitors,
    lastHeaders: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
