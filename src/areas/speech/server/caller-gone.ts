// Work that nobody waits for ends.
import type { FastifyRequest } from 'fastify';

/** What the log calls a caller who hung up; the status is nginx's, and nobody receives it. */
const closedRequest = 499;

/** Aborts the signal when the caller's connection closes before the work is done. */
export async function whileConnected<T>(
  { raw }: FastifyRequest,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaving = new AbortController();
  const leave = () =>
    leaving.abort(Object.assign(new Error('the caller hung up'), { statusCode: closedRequest }));
  if (raw.socket.destroyed) leave();
  raw.socket.once('close', leave);
  try {
    return await act(leaving.signal);
  } finally {
    raw.socket.off('close', leave);
  }
}
