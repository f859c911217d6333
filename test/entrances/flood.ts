// A program: makes the requests in its argument in turn, over as many connections as it is told, for
// as many seconds. Prints how often each status came, as JSON. Bodies take no more than the line of
// an attacker: on this machine alone they would be copied at the speed of memory.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodRequest } from './table.ts';

export type FloodOptions = { requests: FloodRequest[]; connections: number; seconds: number };

const { requests, connections, seconds } = JSON.parse(process.argv[2]!) as FloodOptions;
const endsAt = performance.now() + seconds * 1000;
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const statuses: Record<string, number> = {};
const bodies = requests.map(({ body, bytes }) => (bytes ? Buffer.alloc(bytes, 'x') : body));

async function sendHttp({ method, url, ...rest }: FloodRequest, body?: string | Buffer) {
  const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const headers = { ...rest.headers, ...length };
  const { hostname, port, pathname, search } = new URL(url);
  const path = pathname.startsWith('/http:') ? pathname.slice(1) : pathname + search;
  const request = http.request({ agent, hostname, port, method, path, headers });
  request.on('error', () => undefined);
  const stop = setTimeout(() => request.destroy(), Math.max(0, endsAt - performance.now()));
  void sendBody(request, body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end').finally(() => clearTimeout(stop));
  return String(response.statusCode);
}

const lineBytesPerSecond = 125_000_000;
const chunkBytes = 65_536;
const startedAt = performance.now();
let sentBytes = 0;

async function sendBody(request: http.ClientRequest, body: string | Buffer = ''): Promise<void> {
  for (let from = 0; from < body.length && !request.destroyed; from += chunkBytes) {
    request.write(body.slice(from, from + chunkBytes));
    sentBytes += chunkBytes;
    const aheadMs = (sentBytes / lineBytesPerSecond) * 1000 - (performance.now() - startedAt);
    if (aheadMs > 1) await sleep(aheadMs);
  }
  request.end();
}

/** A handshake with a login that nobody has. */
async function sendSocks({ url }: FloodRequest): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.write(Buffer.from([5, 1, 2]));
  socket.write(Buffer.from([1, 1, 0x61, 1, 0x62]));
  socket.resume();
  await once(socket, 'close');
  return 'closed';
}

/** A mail to nobody, again and again in one connection; the status is that of its recipient. */
async function sendSmtp({ url }: FloodRequest): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  const mail = 'RSET\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<reply+1.1.0@example.com>\r\n';
  socket.write(`EHLO flood\r\n${mail.repeat(50)}QUIT\r\n`);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await once(socket, 'close');
  return /^550/m.exec(text)?.[0] ? 'refused' : 'closed';
}

async function work(start: number): Promise<void> {
  for (let at = start; performance.now() < endsAt; at++) {
    const request = requests[at % requests.length]!;
    const sendOther = { SOCKS: sendSocks, SMTP: sendSmtp }[request.method];
    const sent = sendOther?.(request) ?? sendHttp(request, bodies[at % requests.length]);
    const status = await sent.catch(() => 'broken');
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: connections }, (_, at) => work(at)));
process.stdout.write(JSON.stringify(statuses));
process.exit();
