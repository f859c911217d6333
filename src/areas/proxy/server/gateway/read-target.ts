// Where a request goes, as its client wrote it. What cannot be reached by any proxy is refused
// before one is tried.
import type http from 'node:http';
import type { GatewayTarget } from './admit-request.ts';
import { gatewayErrors } from './gateway-error.ts';

export type RequestTarget = {
  url: URL;
  /** As the client wrote them. */
  authority: string;
  path: string;
};

const addressLengthMax = 65_536;
const absolute = /^([a-z][a-z\d+.-]*):\/\/([^/?#\\]*)([^#]*)/i;

/** `schemes` are those that this request may have. */
export function readTarget(text = '', schemes: readonly string[] = ['http']): RequestTarget {
  if (text.length > addressLengthMax) throw gatewayErrors.addressTooLong(addressLengthMax);
  const [, scheme = '', authority = '', path = ''] = absolute.exec(text) ?? [];
  if (!scheme) throw gatewayErrors.notAbsolute();
  if (!schemes.includes(scheme.toLowerCase())) throw gatewayErrors.scheme(scheme);
  if (authority.includes('@')) throw gatewayErrors.loginInAddress();
  assertPort(/:(\d*)$/.exec(authority)?.[1]);
  const http = `http://${authority}`;
  if (!authority || !URL.canParse(http)) throw gatewayErrors.address();
  if (/[^\x21-\x7e]/.test(path)) throw gatewayErrors.addressCharacters();
  const sent = path.startsWith('/') ? path : `/${path}`;
  return { url: new URL(`${http}${sent}`), authority, path: sent };
}

export const toGatewayTarget = ({ url }: RequestTarget): GatewayTarget => ({
  host: url.hostname,
  port: Number(url.port || 80),
});

/** Of a CONNECT. */
export function readAuthority(text = ''): GatewayTarget {
  const [, host = '', port] = /^(\[[^\]]+\]|[^:/@\s]+):(\d+)$/.exec(text) ?? [];
  if (!host) throw gatewayErrors.authority();
  assertPort(port);
  return { host, port: Number(port) };
}

function assertPort(port: string | undefined): void {
  if (port && (Number(port) < 1 || Number(port) > 65_535)) throw gatewayErrors.port(port);
}

/** As RFC 9112 (3.2.2) requires, the address decides, not the header. */
export function readHost({ headersDistinct }: http.IncomingMessage, target: RequestTarget): string {
  const { host = [] } = headersDistinct;
  if (host.length > 1) throw gatewayErrors.manyHosts();
  const [written] = host;
  const isSame =
    written &&
    URL.canParse(`http://${written}`) &&
    new URL(`http://${written}`).host === target.url.host;
  return isSame ? written : target.authority;
}
