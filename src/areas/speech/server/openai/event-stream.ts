// Events of a response that has begun: its status can no longer say that the work failed.
import type { FastifyRequest } from 'fastify';
import { serverErrorResponse, toErrorResponse } from '#kernel/http/errors.ts';
import { createErrorFormat } from '#kernel/http/responses/error-format.ts';
import type { Kernel } from '#kernel/kernel.ts';

export const eventHeaders = { 'content-type': 'text/event-stream' };

type Failure = {
  error: { message: string; type: string; param: string | null; code: string | null };
};

/** The same events; an error of their source becomes the last one. */
export async function* endWithError<T>(
  { log, config }: Pick<Kernel, 'log' | 'config'>,
  request: Pick<FastifyRequest, 'id' | 'url'>,
  events: AsyncIterable<T>,
): AsyncGenerator<T | Failure> {
  try {
    yield* events;
  } catch (error) {
    const known = toErrorResponse(error);
    const facts = { err: error, reqId: request.id };
    log[known ? 'warn' : 'error'](facts, 'a stream of speech ended with an error');
    yield createErrorFormat(config)(request, known ?? serverErrorResponse).body as Failure;
  }
}
