// Bodies are read into memory before a call begins. However many large ones arrive at once, they
// take a bounded part of it: one account at most half of what all accounts have.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commonErrors } from '#lib/endpoint.ts';
import { createCounts } from '../../counts.ts';
import { identifyCaller } from '../caller.ts';
import { apiError } from '../errors.ts';

const mebibyte = 1_048_576;
/** Smaller bodies are not counted: the number of calls in flight limits them. */
const largeBytesMin = 262_144;
/** The largest recording in JSON, or three of the largest mails. */
const bytesMaxOfCaller = 48 * mebibyte;
/** Strangers take nothing of what accounts need. */
const bytesMaxByCaller = { accounts: 2 * bytesMaxOfCaller, strangers: bytesMaxOfCaller };
const retrySeconds = 2;

/** After authentication: a body that is too much now is refused unread, with 503 `busy`. */
export function limitBodies(app: FastifyInstance): void {
  const inUse = { accounts: createCounts<string>(), strangers: createCounts<string>() };
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = readDeclaredBytes(request);
    if (bytes < largeBytesMin) return done(null, payload);
    const caller = identifyCaller(request);
    const group = request.actor ? 'accounts' : 'strangers';
    const own = inUse[group].read(caller);
    const isTooMuch = own > 0 && own + bytes > bytesMaxOfCaller;
    if (isTooMuch || inUse[group].total() + bytes > bytesMaxByCaller[group])
      return done(apiError(commonErrors.busy, { retry_after: retrySeconds }));
    inUse[group].add(caller, bytes);
    reply.raw.once('close', () => inUse[group].add(caller, -bytes));
    done(null, payload);
  });
}

/** Without a Content-Length as many as the call accepts. */
function readDeclaredBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  if (headers['transfer-encoding'] === undefined) return 0;
  const files = Object.values(routeOptions.config.endpoint?.files ?? {});
  return files.reduce((sum, { bytesMax }) => sum + bytesMax, routeOptions.bodyLimit ?? 0);
}
