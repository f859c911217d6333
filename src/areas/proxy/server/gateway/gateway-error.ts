// Errors of the gateway itself, with the messages and codes of the API.
import http from 'node:http';
import { toErrorResponse } from '#kernel/http/errors.ts';
import { explainFailure, type FailureReason, findCause } from '../../wire/proxies.constants.ts';
import { type Ban, formatBanCause } from '../health/find-ban.ts';
import type { Candidate } from '../selection/resource-pool.ts';

/** Header with the proxy id of a response or a tunnel, for reporting a ban. */
export const proxyHeader = 'x-proxy-id';

/** Headers with how many proxies were tried, and why the last of those that failed did. */
export const attemptsHeader = 'x-proxy-attempts';
export const causeHeader = 'x-proxy-cause';

export class GatewayError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  /** For the header: who caused it, and how. */
  readonly blame: string;
  /** Proxies that were tried. */
  attempts = 0;
  constructor(
    status: number,
    code: string,
    message: string,
    headers: Record<string, string> = {},
    blame = `gateway ${code}`,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.blame = blame;
  }
}

export const gatewayErrors = {
  loginNeeded: () =>
    new GatewayError(
      407,
      'proxy_login_required',
      'Use RESOURCE as user name, with options such as RESOURCE.session-ID, and an API key as password.',
      { 'proxy-authenticate': 'Basic realm="proxy"' },
    ),
  option: (problem: string, accepted: string) =>
    new GatewayError(
      400,
      'proxy_option_invalid',
      `The user name is not understood: ${problem} Accepted after the resource, separated by dots: ${accepted}.`,
    ),
  subUserLogin: () =>
    new GatewayError(
      407,
      'sub_user_login_invalid',
      'This resource has no sub-user with this name and password. Use RESOURCE.user-NAME as user name.',
      { 'proxy-authenticate': 'Basic realm="proxy"' },
    ),
  subUserInactive: () =>
    new GatewayError(403, 'sub_user_inactive', 'This sub-user is switched off.'),
  subUserOverLimit: (resetsAt: Date, seconds: number) =>
    new GatewayError(
      403,
      'sub_user_over_limit',
      `This sub-user has used what it may use in a month. It can go on at ${resetsAt.toISOString()}.`,
      { 'retry-after': String(seconds) },
    ),
  throttled: (seconds: number) =>
    new GatewayError(429, 'throttled', `Too many requests. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    }),
  tooManyTunnels: (tunnelsMax: number) =>
    new GatewayError(
      429,
      'throttled',
      `This login has ${tunnelsMax} open tunnels. Close one first.`,
      {
        'retry-after': '15',
      },
    ),
  unknownResource: () => new GatewayError(404, 'not_found', 'You have no resource with this name.'),
  inactive: () => new GatewayError(403, 'resource_inactive', 'This resource is switched off.'),
  target: () =>
    new GatewayError(
      403,
      'target_refused',
      'This address is not among the target hosts of the resource, or leads to a private network.',
    ),
  unknownTarget: (reason: FailureReason) =>
    reason === 'network_failed'
      ? new GatewayError(
          502,
          reason,
          'The host name could not be resolved. Try again.',
          {},
          `${findCause(reason)} ${reason}`,
        )
      : new GatewayError(
          502,
          'name_not_found',
          'The host name does not exist.',
          {},
          'target name_not_found',
        ),
  badRequest: (what: string) => new GatewayError(400, 'bad_request', what),
  notAbsolute: () =>
    gatewayErrors.badRequest('This is a proxy: send the whole http:// address, or CONNECT.'),
  scheme: (scheme: string) =>
    gatewayErrors.badRequest(
      `A request of ${scheme.slice(0, 20)}:// cannot be forwarded: send http:// or ws:// addresses, and reach all others by CONNECT.`,
    ),
  authority: () =>
    gatewayErrors.badRequest('CONNECT needs a host and a port, such as example.com:443.'),
  address: () => gatewayErrors.badRequest('The host or the port of the address is not valid.'),
  port: (port: string) =>
    gatewayErrors.badRequest(`Port ${port.slice(0, 20)} does not exist: ports are 1 to 65535.`),
  loginInAddress: () =>
    gatewayErrors.badRequest(
      'The address contains a user name: send it in the header Authorization instead.',
    ),
  addressCharacters: () =>
    gatewayErrors.badRequest(
      'The address contains spaces or other characters that must be percent-encoded.',
    ),
  manyHosts: () => gatewayErrors.badRequest('The request has more than one Host header.'),
  addressTooLong: (charactersMax: number) =>
    new GatewayError(414, 'address_too_long', `The address has over ${charactersMax} characters.`),
  headersTooLarge: (bytesMax: number) =>
    new GatewayError(
      431,
      'headers_too_large',
      `The address and headers of the request have over ${bytesMax} bytes.`,
    ),
  tooSlow: () =>
    new GatewayError(408, 'request_timeout', 'The headers of the request did not arrive in time.'),
  exhausted: (seconds: number) =>
    new GatewayError(503, 'pool_exhausted', 'No proxy is available now.', {
      'retry-after': String(seconds),
    }),
  closing: () =>
    new GatewayError(503, 'closing', 'The gateway is restarting. Try again.', {
      'retry-after': '2',
    }),
  failed: (reason: FailureReason, { row }: Pick<Candidate, 'row'>) =>
    new GatewayError(
      reason === 'timeout' || reason === 'target_timeout' ? 504 : 502,
      reason,
      explainFailure(reason, row.resource_id ? 'owner' : 'pool'),
      {},
      formatFailureCause(reason),
    ),
  banned: (ban: Ban) =>
    new GatewayError(502, 'banned', explainFailure('banned', 'owner'), {}, formatBanCause(ban)),
};

export const formatFailureCause = (reason: FailureReason): string =>
  `${findCause(reason)} ${reason}`;

export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const reply = toErrorResponse(error);
  if (!reply) return new GatewayError(500, 'error', 'A server error occurred.');
  const { code, detail } = reply.body as { code?: string; detail?: string };
  // Clients would take 401 for the response of the site; a proxy sends 407.
  const isLogin = reply.status === 401;
  const headers = isLogin ? { 'proxy-authenticate': 'Basic realm="proxy"' } : reply.headers;
  const status = isLogin ? 407 : reply.status;
  return new GatewayError(status, code ?? 'error', detail ?? (error as Error).message, headers);
}

export function toErrorBody({ code, message }: GatewayError): string {
  return `${JSON.stringify({ detail: message, code })}\n`;
}

export const toErrorHeaders = (gatewayError: GatewayError) => ({
  ...gatewayError.headers,
  [attemptsHeader]: String(gatewayError.attempts),
  [causeHeader]: gatewayError.blame,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(toErrorBody(gatewayError))),
});

/** As raw HTTP, for CONNECT, which has a socket instead of a response object. */
export function formatErrorResponse(gatewayError: GatewayError): string {
  const body = toErrorBody(gatewayError);
  const headers = {
    ...toErrorHeaders(gatewayError),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const words = http.STATUS_CODES[gatewayError.status] ?? '';
  return `HTTP/1.1 ${gatewayError.status} ${words}\r\n${lines.join('')}\r\n${body}`;
}
