// The proxies of bench/load/proxy-farm.ts at UPSTREAM_PORT, each at its own address. Each is also the
// site behind it. A tunnel serves one request, so that each request can fail by itself.
import http from 'node:http';
import type net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FarmKind, farmHostOf, farmProxies } from '../load/proxy-farm.ts';

for (const [place, kind] of farmProxies.entries())
  startProxy(kind).listen(Number(process.env.UPSTREAM_PORT), farmHostOf(place));

// Says that the farm is ready.
http.createServer((_, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1');

function startProxy({ failures, bans, delayMs }: FarmKind): http.Server {
  const site = http.createServer(async (_, response) => {
    if (delayMs) await sleep(delayMs);
    response.writeHead(Math.random() < bans ? 403 : 200, { connection: 'close' }).end('{}');
  });
  return http.createServer().on('connect', (_, socket: net.Socket) => {
    socket.on('error', () => socket.destroy());
    if (Math.random() < failures) {
      socket.destroy();
      return;
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    site.emit('connection', socket);
  });
}
