// What the gateway itself says: the same words and codes as the API's.
import http from 'node:http';
import { toErrorResponse } from '#kernel/http/errors.ts';
import { type FailureReason, failureWords } from '../../proxy-words.ts';

/** Names the proxy of an answer or a tunnel, for who wants to report it. */
export const proxyHeader = 'x-proxy-id';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const refusals = {
  loginNeeded: () =>
    new Refusal(
      407,
      'proxy_login_required',
      'Use RESOURCE, RESOURCE.session-ID or RESOURCE.country-DE as user name and an API key as password.',
      { 'proxy-authenticate': 'Basic realm="proxy"' },
    ),
  throttled: (seconds: number) =>
    new Refusal(429, 'throttled', `Too many requests. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    }),
  tooManyTunnels: (most: number) =>
    new Refusal(429, 'throttled', `This key has ${most} open tunnels. Close one first.`, {
      'retry-after': '15',
    }),
  unknownResource: () => new Refusal(404, 'not_found', 'You have no resource with this name.'),
  inactive: () => new Refusal(403, 'resource_inactive', 'This resource is switched off.'),
  target: () =>
    new Refusal(
      403,
      'target_refused',
      'This address is not among the target hosts of the resource, or leads to a private network.',
    ),
  unknownTarget: () => new Refusal(502, 'name_not_found', 'The host name does not exist.'),
  notAbsolute: () =>
    new Refusal(400, 'bad_request', 'This is a proxy: send the whole http:// address.'),
  exhausted: (seconds: number) =>
    new Refusal(503, 'pool_exhausted', 'No proxy is available now.', {
      'retry-after': String(seconds),
    }),
  closing: () =>
    new Refusal(503, 'closing', 'The gateway is restarting. Try again.', { 'retry-after': '2' }),
  failed: (reason: FailureReason) =>
    new Refusal(reason === 'timeout' ? 504 : 502, reason, failureWords[reason]),
};

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const reply = toErrorResponse(error);
  if (!reply) return new Refusal(500, 'error', 'A server error occurred.');
  const { code, detail } = reply.body as { code?: string; detail?: string };
  // 401 would be taken for the site's own answer; for a proxy it is 407.
  const isLogin = reply.status === 401;
  const headers = isLogin ? { 'proxy-authenticate': 'Basic realm="proxy"' } : reply.headers;
  const status = isLogin ? 407 : reply.status;
  return new Refusal(status, code ?? 'error', detail ?? (error as Error).message, headers);
}

export function refusalBody({ code, message }: Refusal): string {
  return `${JSON.stringify({ detail: message, code })}\n`;
}

/** For a CONNECT, which has a socket and no response. */
export function writeRefusal(refusal: Refusal): string {
  const body = refusalBody(refusal);
  const headers = {
    ...refusal.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const words = http.STATUS_CODES[refusal.status] ?? '';
  return `HTTP/1.1 ${refusal.status} ${words}\r\n${lines.join('')}\r\n${body}`;
}
