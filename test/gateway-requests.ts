// Clients of the gateway, with a new connection for each request.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { performSocksHandshake } from '#areas/proxy/server/forwarding/socks.ts';
import type { Login } from '#areas/proxy/server/pool/credentials.ts';

export type GatewayReply = {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Of an error of the gateway. */
  code: unknown;
  detail: unknown;
};

/** A GET; `login` is `user:password`, or null for none. */
export async function requestThrough(
  port: number,
  login: string | null,
  url: string,
): Promise<GatewayReply> {
  const token = login === null ? null : Buffer.from(login).toString('base64');
  const request = http.request({
    host: '127.0.0.1',
    port,
    path: url,
    agent: false,
    maxHeaderSize: 300_000,
    headers: {
      host: new URL(url).host,
      ...(token !== null && { 'proxy-authorization': `Basic ${token}` }),
    },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = await text(response);
  const { code, detail } = readError(body);
  return { status: response.statusCode, headers: response.headers, body, code, detail };
}

function readError(body: string): { code?: unknown; detail?: unknown } {
  try {
    return JSON.parse(body) as { code?: unknown; detail?: unknown };
  } catch {
    return {};
  }
}

/** A tunnel through SOCKS, by the client that the gateway itself uses for such proxies. */
export async function openSocksTunnel(
  port: number,
  targetPort: number,
  login: Login | null,
): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const target = { address: '127.0.0.1', port: targetPort };
  return performSocksHandshake(socket, target, login).then(
    () => socket,
    (error) => {
      socket.destroy();
      throw error;
    },
  );
}
