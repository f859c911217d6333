// Headers between a client and a site: as they were written, without those that are about one
// connection.
import type http from 'node:http';
import { attemptsHeader, causeHeader, proxyHeader } from './gateway-error.ts';
import { type RequestTarget, readHost } from './read-target.ts';

/** RFC 9110 (7.6.1). */
const hopByHop = new Set([
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** Of a response: ours have other ones, and a site cannot say the last three for us. */
const ownHeaders = new Set([
  'connection',
  'transfer-encoding',
  proxyHeader,
  attemptsHeader,
  causeHeader,
]);

/** What a client says about its own connection that is right for that to the site too. */
const persistence = /^(?:close|keep-alive)$/i;

const readNames = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

/** Of a request without an upgrade. */
export function toSiteHeaders(request: http.IncomingMessage, target: RequestTarget): string[] {
  const host = readHost(request, target);
  const { rawHeaders } = request;
  const named = readConnectionNames(rawHeaders);
  const headers: string[] = request.headers.host === undefined ? ['Host', host] : [];
  for (const [name, value] of pairs(rawHeaders)) {
    const key = name.toLowerCase();
    if (key === 'host') headers.push(name, host);
    else if (key === 'connection') {
      const names = readNames(value).filter((one) => persistence.test(one));
      if (names.length > 0) headers.push(name, names.join(', '));
    } else if (!hopByHop.has(key) && !named.has(key)) headers.push(name, value);
  }
  return headers;
}

/** Of a request for a WebSocket, whose upgrade is for the site. */
export function toUpgradeHeaders(request: http.IncomingMessage, target: RequestTarget): string[] {
  const host = readHost(request, target);
  const headers: string[] = request.headers.host === undefined ? ['Host', host] : [];
  for (const [name, value] of pairs(request.rawHeaders)) {
    const key = name.toLowerCase();
    if (!key.startsWith('proxy-')) headers.push(name, key === 'host' ? host : value);
  }
  return headers;
}

export function toClientHeaders(rawHeaders: readonly string[]): string[] {
  const named = readConnectionNames(rawHeaders);
  return [...pairs(rawHeaders)]
    .filter(([name]) => {
      const key = name.toLowerCase();
      return !hopByHop.has(key) && !ownHeaders.has(key) && !named.has(key);
    })
    .flat()
    .map(toValidText);
}

/** Node sends no control characters, which the lenient parser lets pass. */
export const toValidText = (text: string): string =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ' ');

function* pairs(raw: readonly string[]): Generator<[name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at]!, raw[at + 1]!];
}

/** Those that frame the body or say where it goes must stay, even if Connection lists them. */
const framing = new Set(['content-length', 'transfer-encoding', 'host']);

function readConnectionNames(raw: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const [name, value] of pairs(raw))
    if (name.toLowerCase() === 'connection')
      for (const one of readNames(value.toLowerCase())) if (!framing.has(one)) names.add(one);
  return names;
}
