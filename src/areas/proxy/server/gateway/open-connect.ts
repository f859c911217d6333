// CONNECT: a tunnel to the checked address. What is inside is the client's own; only whether it
// came about says anything of the proxy, and until then another one may be tried.
import type http from 'node:http';
import type net from 'node:net';
import { pipeline } from 'node:stream';
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import type { Seat } from '../boards.ts';
import { reasonOf } from '../proxy-failure.ts';
import { openTunnel } from '../tunnel.ts';
import { attemptsMax, exitOf, settle, takeSeat } from '../use-seat.ts';
import { type Admitted, admit, type GatewayPorts, mayGoOn, secondsToRelease } from './admit.ts';
import type { TunnelCount } from './count-tunnels.ts';
import { proxyHeader, refusals, toRefusal, writeRefusal } from './refusal.ts';

/** A tunnel in which nothing moves for so long is closed. */
const idleMsMax = 600_000;
/** How long a tunnel outlives the right to it. */
const reviewMs = 15_000;

export async function openConnect(
  { ports, count }: { ports: GatewayPorts; count: TunnelCount },
  request: http.IncomingMessage,
  client: net.Socket,
  head: Buffer,
): Promise<void> {
  const started = performance.now();
  const took = () => performance.now() - started;
  const asking = {
    login: request.headers['proxy-authorization'],
    ip: client.remoteAddress ?? '',
  };
  let admitted: Admitted | undefined;
  try {
    admitted = await admit(ports, { ...asking, ...readAuthority(request.url) });
    const { keyId, accountId } = admitted.actor;
    const { id } = admitted.board.resource;
    count.add(keyId, client);
    const { upstream, seat } = await openThrough(ports, admitted, client);
    admitted.record({ status: 200, isServed: true, elapsedMs: took() });
    const caller = accountCaller(accountId);
    reviewWhileOpen(client, () => withCaller(caller, () => mayGoOn(ports, asking, id)));
    join({ client, upstream, head, seat }, (bytes) =>
      ports.proxies.uses.noteBytes(id, keyId, bytes),
    );
  } catch (error) {
    const refusal = toRefusal(error);
    if (refusal.status === 500)
      ports.proxies.kernel.log.error({ err: error }, 'the gateway failed');
    admitted?.record({ status: refusal.status, isServed: false, elapsedMs: took() });
    if (client.writable) client.end(writeRefusal(refusal));
  }
}

function readAuthority(text = ''): { host: string; port: number } {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:/@]+):(\d{1,5})$/.exec(text) ?? [];
  if (!host) throw refusals.target();
  return { host, port: Number(port) };
}

async function openThrough(ports: GatewayPorts, admitted: Admitted, client: net.Socket) {
  const { proxies } = ports;
  const { board, target, session, country, actor } = admitted;
  const { keyId } = actor;
  const tried = new Set<string>();
  let failure = refusals.exhausted(secondsToRelease(board, proxies.kernel.clock.now().getTime()));
  while (tried.size < attemptsMax && client.writable) {
    const seat = takeSeat(proxies, board, { session, country, tried, keyId });
    if (!seat) break;
    tried.add(seat.id);
    const started = performance.now();
    const took = () => performance.now() - started;
    try {
      const options = { guard: proxies.guard, timeoutMs: board.resource.timeout_ms };
      const upstream = await openTunnel(exitOf(proxies, seat), target, options);
      await settle(proxies, board, seat, { latencyMs: took(), keyId });
      return { upstream, seat };
    } catch (error) {
      const reason = reasonOf(error);
      await settle(proxies, board, seat, { error: reason, latencyMs: took(), keyId });
      failure = refusals.failed(reason);
    }
  }
  throw failure;
}

function reviewWhileOpen(client: net.Socket, mayStay: () => Promise<boolean>): void {
  if (client.closed) return;
  const review = setInterval(async () => {
    if (!(await mayStay())) client.destroy();
  }, reviewMs);
  client.once('close', () => clearInterval(review));
}

type Joined = { client: net.Socket; upstream: net.Socket; head: Buffer; seat: Seat };

function join({ client, upstream, head, seat }: Joined, onEnd: (bytes: number) => void): void {
  const close = () => {
    client.destroy();
    upstream.destroy();
  };
  upstream.once('close', () => onEnd(upstream.bytesRead + upstream.bytesWritten));
  for (const socket of [client, upstream]) socket.setTimeout(idleMsMax, close);
  if (!client.writable) {
    close();
    return;
  }
  client.write(`HTTP/1.1 200 Connection Established\r\n${proxyHeader}: ${seat.id}\r\n\r\n`);
  if (head.length > 0) upstream.write(head);
  // Either side may have more to say after the other has ended; an error ends both.
  pipeline(client, upstream, (error) => error && close());
  pipeline(upstream, client, (error) => error && close());
}
