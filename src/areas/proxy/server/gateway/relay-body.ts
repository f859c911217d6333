// The body of a response on its way to the client, and how it may end.
import http from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import { ProxyError, readSiteFailure } from '../forwarding/proxy-error.ts';

/**
 * Until all of it is sent or the client is gone. What breaks off ends the response. Not by
 * `pipeline` where nothing has to be joined: its abort signal costs a tenth of a small request.
 */
export async function sendBody(
  body: http.IncomingMessage | AsyncIterable<Buffer>,
  response: http.ServerResponse,
): Promise<void> {
  if (!(body instanceof http.IncomingMessage))
    return pipeline(body, response).catch(() => void response.destroy());
  // It broke off while a ban was stored.
  if (body.destroyed) response.destroy();
  if (response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  body.once('error', () => response.destroy());
  response.once('finish', resolve).once('close', resolve);
  body.pipe(response);
  return promise;
}

/** Why the response broke off; undefined when it was complete or the client disconnected. */
export function watchBreaks(
  answered: http.IncomingMessage,
  response: http.ServerResponse,
): () => FailureReason | undefined {
  let reason: FailureReason | undefined;
  answered.once('error', (error) => {
    if (!response.destroyed) reason = readSiteFailure(error);
  });
  return () => reason;
}

/**
 * A response that waits for a client that reads slowly is no timeout of its proxy: the time that it
 * has begins again when the client has read.
 */
export function endWhenStopped(
  answered: http.IncomingMessage,
  response: http.ServerResponse,
  timeoutMs: number,
): void {
  const { socket } = answered;
  const restart = () => void socket.setTimeout(timeoutMs);
  const endOrWait = () => {
    if (!response.writableNeedDrain) answered.destroy(new ProxyError('timeout'));
  };
  socket.on('timeout', endOrWait);
  response.on('drain', restart);
  answered.once('close', () => {
    socket.off('timeout', endOrWait);
    response.off('drain', restart);
  });
}
