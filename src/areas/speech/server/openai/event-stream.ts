// Events of a response that has begun: its status can no longer say that the work failed.
import type { FastifyRequest } from 'fastify';
import { toErrorResponse } from '#kernel/http/errors.ts';
import { toErrorFormat } from '#kernel/http/responses/error-format.ts';
import type { Kernel } from '#kernel/kernel.ts';

export const eventHeaders = { 'content-type': 'text/event-stream' };

type Failure = {
  error: { message: string; type: string; param: string | null; code: string | null };
};

/** The same events; an error of their source becomes the last one. */
export async function* endWithError<T>(
  { log }: Pick<Kernel, 'log'>,
  { id, url }: Pick<FastifyRequest, 'id' | 'url'>,
  events: AsyncIterable<T>,
): AsyncGenerator<T | Failure> {
  try {
    yield* events;
  } catch (error) {
    log.warn({ err: error, reqId: id }, 'a stream of speech ended with an error');
    const known = toErrorResponse(error, id) ?? unknownError;
    yield toErrorFormat(url, known).body as Failure;
  }
}

const unknownError = {
  status: 500,
  body: { detail: 'A server error occurred.', code: 'error' },
  headers: {},
};
