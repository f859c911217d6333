// Stops work when the client disconnects.
import type { FastifyRequest } from 'fastify';

/** nginx's "client closed request", for the log. */
const closedRequest = 499;

/** Aborts the signal when the client's connection closes before `act` is done. */
export async function whileConnected<T>(
  { raw }: FastifyRequest,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaving = new AbortController();
  const leave = () =>
    leaving.abort(
      Object.assign(new Error('the client disconnected'), { statusCode: closedRequest }),
    );
  if (raw.socket.destroyed) leave();
  // Each call removes its listener, and the calls of an assistant's message share a connection.
  raw.socket.setMaxListeners(0);
  raw.socket.once('close', leave);
  try {
    return await act(leaving.signal);
  } finally {
    raw.socket.off('close', leave);
  }
}
