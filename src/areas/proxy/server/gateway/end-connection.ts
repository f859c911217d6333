import type { Duplex } from 'node:stream';

/** For the client to read the last words and to close its side. */
const waitMs = 10_000;

/** Sends the last words. A client that does not close the connection cannot keep it open. */
export function endConnection(socket: Duplex, words: string | Buffer): void {
  const timer = setTimeout(() => socket.destroy(), waitMs);
  socket.once('close', () => clearTimeout(timer));
  // What the client still sends is discarded: as long as it is unread, the end is not seen.
  socket.resume().end(words);
}
