// A client of the gateway, with a new connection for each request.
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';

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
    headers: {
      host: new URL(url).host,
      ...(token !== null && { 'proxy-authorization': `Basic ${token}` }),
    },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = await text(response);
  const isOk = response.statusCode === 200;
  const { code, detail } = isOk ? {} : (JSON.parse(body) as { code?: unknown; detail?: unknown });
  return { status: response.statusCode, headers: response.headers, body, code, detail };
}
