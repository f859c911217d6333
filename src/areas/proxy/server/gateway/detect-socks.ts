import type http from 'node:http';
import type net from 'node:net';
import { socksVersion } from './handle-socks.ts';

type ServeConnection = (this: http.Server, socket: net.Socket) => void;

/**
 * Passes connections whose first byte is that of SOCKS 5 to `onSocks`, and all others to the HTTP
 * server, whose own limits on slow clients begin with the first byte. A connection that sends
 * nothing for `waitMs` is closed. Returns a function that closes those, and every later connection.
 */
export function detectSocks(
  server: http.Server,
  waitMs: number,
  onSocks: (socket: net.Socket) => void,
): () => void {
  const [serveHttp, ...others] = server.listeners('connection') as ServeConnection[];
  if (!serveHttp || others.length > 0) throw new Error('The HTTP server has no single listener.');
  const silent = new Set<net.Socket>();
  let isClosing = false;
  server.removeListener('connection', serveHttp);
  server.on('connection', (socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    const close = () => socket.destroy();
    silent.add(socket.setTimeout(waitMs, close));
    socket.once('error', close).once('end', close);
    socket.on('close', () => silent.delete(socket));
    socket.once('data', (first) => {
      silent.delete(socket);
      socket.setTimeout(0).off('timeout', close).off('error', close).off('end', close);
      socket.pause();
      socket.unshift(first);
      if (first[0] === socksVersion) {
        onSocks(socket);
        return;
      }
      serveHttp.call(server, socket);
      socket.resume();
    });
  });
  return () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
  };
}
