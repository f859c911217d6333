// One request to an endpoint. Every connection goes to an address that was checked, so that no name
// can lead into a private network, not even one that resolves differently the next time.
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { AddressError, type AddressGuard } from '#kernel/outbound/address-guard.ts';
import { createLookup } from '#kernel/outbound/guarded-lookup.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { secondMs } from '#lib/durations.ts';
import {
  type AttemptError,
  answerBytesMax,
  attemptTimeoutMs,
} from '../../wire/webhooks.constants.ts';

export type Answer = {
  status: number | null;
  /** The beginning of the body. */
  text: string;
  error: AttemptError | null;
  retryAfter: string | undefined;
};

export type Post = { url: string; headers: Record<string, string>; body: string };
export type PostMessage = (post: Post) => Promise<Answer>;

/** Read of a body, so that the connection can be used again; then it is closed. */
const bodyBytesMax = 65_536;
const idleMs = 30 * secondMs;

export type Poster = { post: PostMessage; close(): void };

export function createPoster(
  guard: AddressGuard,
  { timeoutMs = attemptTimeoutMs }: { timeoutMs?: number } = {},
): Poster {
  const options = { keepAlive: true, timeout: idleMs, scheduling: 'lifo' as const };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  const lookup = createLookup(guard);

  async function attempt(post: Post, signal: AbortSignal): Promise<Answer> {
    const url = new URL(post.url);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    // Node looks no address up that is one already.
    if (isIP(name)) await guard.resolveHost(name);
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...post.headers, 'content-length': Buffer.byteLength(post.body) },
      agent: agents[url.protocol as keyof typeof agents],
      lookup,
      signal,
    });
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        request.on('response', resolve);
        request.on('error', reject);
        request.end(post.body);
      });
      return await readAnswer(response);
    } catch (error) {
      // The receiver closed a kept connection while the request was on its way.
      if (request.reusedSocket && !signal.aborted && readErrorCode(error) === 'ECONNRESET')
        return attempt(post, signal);
      throw error;
    }
  }

  return {
    async post(post) {
      const signal = createTimeout(timeoutMs);
      try {
        return await attempt(post, signal);
      } catch (error) {
        const reason = signal.aborted ? 'timeout' : describeError(error);
        return { status: null, text: '', error: reason, retryAfter: undefined };
      }
    },
    close: () => Object.values(agents).forEach((agent) => void agent.destroy()),
  };
}

async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bodyBytesMax) break;
  }
  return {
    status,
    // PostgreSQL stores no NUL.
    text: Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8').replaceAll('\0', '�'),
    error: toError(status),
    retryAfter: headers['retry-after'],
  };
}

function toError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

const readErrorCode = (error: unknown): string => String((error as { code?: unknown })?.code ?? '');

const reasonsOfCodes: Record<string, AttemptError> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
  ENETUNREACH: 'network',
  ENETDOWN: 'network',
  EADDRNOTAVAIL: 'network',
  EMFILE: 'network',
  ENFILE: 'network',
};

function describeError(error: unknown): AttemptError {
  if (error instanceof AddressError) {
    if (error.reason === 'name_not_found') return 'name';
    return error.reason === 'address_refused' ? 'private_address' : 'network';
  }
  const code = readErrorCode(error);
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls';
  return reasonsOfCodes[code] ?? 'closed';
}
