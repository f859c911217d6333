// Requests the list of a provider. Every address, also that of a redirect, is checked and then
// connected to as it was checked, so that no list is read from a private network.

import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { secondMs } from '#lib/durations.ts';
import type { SourceError } from '../../wire/proxy-sources.constants.ts';
import { readFailureReason } from '../forwarding/proxy-error.ts';
import { ListError } from './list-error.ts';

export type ListRequest = {
  url: URL;
  authorization: string | null;
  /** Of the last list: the server then may answer that it has not changed. */
  etag?: string | null;
  lastModified?: string | null;
};
export type FetchOptions = { guard: AddressGuard; signal: AbortSignal };
export type FetchedList =
  | { isChanged: false }
  | { isChanged: true; text: string; etag: string | null; lastModified: string | null };

/** For all pages of a list. */
export const fetchTimeoutMs = 60 * secondMs;
export const listBytesMax = 4_194_304;
const redirectsMax = 5;
const headerCharactersMax = 500;
const redirectStatuses = [301, 302, 303, 307, 308];

/** Throws ListError. The Authorization header goes to the address's own origin only. */
export async function fetchList(request: ListRequest, options: FetchOptions): Promise<FetchedList> {
  let { url } = request;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await openResponse(url, headersFor(url, request), options);
    const location = redirectStatuses.includes(response.statusCode ?? 0)
      ? response.headers.location
      : undefined;
    if (location === undefined) return readResponse(response, options.signal);
    response.destroy();
    url = readLocation(location, url);
  }
  throw new ListError('too_many_redirects');
}

function readLocation(location: string, from: URL): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (!next || !/^https?:$/.test(next.protocol)) throw new ListError('refused');
  return next;
}

const headersFor = (
  url: URL,
  { url: first, authorization, etag, lastModified }: ListRequest,
): http.OutgoingHttpHeaders => ({
  host: url.host,
  accept: 'text/plain, text/csv, application/json, */*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': userAgent,
  ...(authorization && url.origin === first.origin && { authorization }),
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

async function openResponse(
  url: URL,
  headers: http.OutgoingHttpHeaders,
  { guard, signal }: FetchOptions,
): Promise<http.IncomingMessage> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  try {
    const host = await guard.resolveHost(name);
    signal.throwIfAborted();
    return await new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request({
        host,
        port: Number(url.port) || (isSecure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        headers,
        signal,
        agent: false,
        ...(isIP(name) === 0 && { servername: name }),
      });
      request.on('error', reject);
      request.on('response', resolve);
      request.end();
    });
  } catch (error) {
    throw new ListError(readErrorReason(error, signal));
  }
}

function readErrorReason(error: unknown, signal: AbortSignal): SourceError {
  if (signal.aborted) return 'timeout';
  const reason = readFailureReason(error);
  if (reason === 'address_refused') return 'private_address';
  if (reason === 'name_not_found' || reason === 'tls_failed' || reason === 'timeout') return reason;
  return 'unreachable';
}

async function readResponse(
  response: http.IncomingMessage,
  signal: AbortSignal,
): Promise<FetchedList> {
  const { statusCode: status = 0, headers } = response;
  if (status === 304) {
    response.destroy();
    return { isChanged: false };
  }
  if (status !== 200) {
    response.destroy();
    throw new ListError(readStatusReason(status));
  }
  const text = await readText(response, signal);
  return {
    isChanged: true,
    text,
    etag: storable(headers.etag),
    lastModified: storable(headers['last-modified']),
  };
}

function readStatusReason(status: number): SourceError {
  if (status === 401 || status === 403 || status === 407) return 'unauthorized';
  if (status === 404 || status === 410) return 'not_found';
  return status === 429 ? 'throttled' : 'refused';
}

/** Too long ones would only cost space: without them the whole list is requested. */
const storable = (header: string | undefined): string | null =>
  header !== undefined && header.length <= headerCharactersMax ? header : null;

async function readText(response: http.IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > listBytesMax) throw new ListError('too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw error instanceof ListError ? error : new ListError(readErrorReason(error, signal));
  }
  // Removes a byte order mark.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
