// Apps whose client_id is the address of a document that describes them, instead of a registration
// (draft-ietf-oauth-client-id-metadata-document). A stranger names the address: every connection
// goes to a public address that was checked, and little is read for a short time.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import { createLookup } from '#kernel/outbound/guarded-lookup.ts';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { isUuid } from '#lib/uuid.ts';
import { appRegistration } from '../../wire/apps.ts';
import { cleanAppName, isOwnName } from './app-names.ts';
import { isAllowedRedirect } from './redirect-uris.ts';

const timeoutMs = 5 * secondMs;
const documentBytesMax = 5120;
const cacheMs = 5 * minuteMs;
/** Of an address without a document: a session could make this server ask for many. */
const missingMs = minuteMs;
const cachedMax = 500;

export type DescribedClient = { name: string; uri: string; redirect_uris: string[] };
/** Null for an address without a document that describes the app of this address. */
export type ReadClientDocument = (address: string) => Promise<DescribedClient | null>;

/** In its one spelling: clients are told apart by it. */
export function isDocumentAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.href !== text || text.includes('#')) return false;
  return url.pathname !== '/' && !url.username && !url.password;
}

/**
 * The id of a client in the database; undefined for what is no client_id. That of a document is
 * made of its address, with a version of UUID that no registered client has.
 */
export function parseClientKey(clientId: string): string | undefined {
  if (isUuid(clientId)) return clientId[14] === '8' ? undefined : clientId;
  if (!isDocumentAddress(clientId)) return undefined;
  const hex = createHash('sha256').update(clientId).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** The app has no secret and returns to addresses that an app may register. */
const appDocument = (address: string) =>
  appRegistration.extend({
    client_id: z.literal(address),
    redirect_uris: appRegistration.shape.redirect_uris.refine((all) =>
      all.every(isAllowedRedirect),
    ),
    token_endpoint_auth_method: z.literal('none').optional(),
    client_secret: z.undefined().optional(),
    client_secret_expires_at: z.undefined().optional(),
  });

export function createClientDocuments(
  guard: AddressGuard,
  { ca, now = Date.now }: { ca?: string; now?: () => number } = {},
): ReadClientDocument {
  const known = new Map<string, { client: DescribedClient | null; untilMs: number }>();
  const lookup = createLookup(guard);

  async function load(address: string): Promise<DescribedClient | null> {
    const { hostname } = new URL(address);
    const name = hostname.replace(/^\[|\]$/g, '');
    try {
      // Node looks no address up that is one already.
      if (isIP(name)) await guard.resolveHost(name);
      const text = await request(address, { lookup, ca, agent: false });
      const read = appDocument(address).parse(JSON.parse(text));
      const { client_uri = '', redirect_uris } = read;
      const appName = cleanAppName(read.client_name);
      const isUsable = appName !== '' && !isOwnName(appName);
      return { name: isUsable ? appName : hostname, uri: client_uri, redirect_uris };
    } catch {
      return null;
    }
  }

  return async (address) => {
    const cached = known.get(address);
    if (cached && cached.untilMs > now()) return cached.client;
    known.delete(address);
    const client = await load(address);
    known.set(address, { client, untilMs: now() + (client ? cacheMs : missingMs) });
    const oldest = known.keys().next();
    if (known.size > cachedMax && !oldest.done) known.delete(oldest.value);
    return client;
  };
}

/** Of status 200 only: a redirect could lead anywhere. Throws for everything else. */
async function request(address: string, options: https.RequestOptions): Promise<string> {
  const signal = createTimeout(timeoutMs);
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    https.get(address, { ...options, headers, signal }, resolve).on('error', reject);
  });
  try {
    const media = response.headers['content-type'] ?? '';
    if (response.statusCode !== 200 || !/^application\/([\w.-]+\+)?json\b/i.test(media))
      throw new Error('It is no document.');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > documentBytesMax) throw new Error('It is too long.');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    response.destroy();
  }
}
