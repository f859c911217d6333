// Bodies are read into memory before a call begins. However many large ones arrive at once, they
// take a bounded part of it, and one caller at most half of that.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commonErrors } from '#lib/endpoint.ts';
import { callerOf } from '../caller.ts';
import { apiError } from '../errors.ts';

const mebibyte = 1_048_576;
/** Smaller bodies are not counted: the number of calls in flight limits them. */
const largeBytesMin = 262_144;
/** Twice the largest recording in JSON, or three of the largest mails. */
const bytesMaxOfAll = 96 * mebibyte;
const bytesMaxOfCaller = bytesMaxOfAll / 2;
const retrySeconds = 2;

/** After authentication: a body that is too much now is refused unread, with 503 `busy`. */
export function limitBodies(app: FastifyInstance): void {
  const byCaller = new Map<string, number>();
  let bytesOfAll = 0;
  const add = (caller: string, bytes: number) => {
    bytesOfAll += bytes;
    const left = (byCaller.get(caller) ?? 0) + bytes;
    if (left > 0) byCaller.set(caller, left);
    else byCaller.delete(caller);
  };
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = readDeclaredBytes(request);
    if (bytes < largeBytesMin) return done(null, payload);
    const caller = callerOf(request);
    const own = byCaller.get(caller) ?? 0;
    const isTooMuch = own > 0 && own + bytes > bytesMaxOfCaller;
    if (isTooMuch || bytesOfAll + bytes > bytesMaxOfAll)
      return done(apiError(commonErrors.busy, { retry_after: retrySeconds }));
    add(caller, bytes);
    reply.raw.once('close', () => add(caller, -bytes));
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
