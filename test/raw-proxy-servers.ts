// Proxies that proxy-chain does not offer: SOCKS 5, and one that breaks off during a response.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TestProxy } from './proxy-servers.ts';

type Serve = (client: net.Socket, targets: string[]) => Promise<void>;

async function listen(exit: string, login: string | undefined, serve: Serve): Promise<TestProxy> {
  const targets: string[] = [];
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    clients.add(client);
    serve(client, targets).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    exit,
    line: `127.0.0.1:${port}${login ? `:${login}` : ''}`,
    targets,
    stop: async () => {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

async function read(socket: net.Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read(bytes) as Buffer | null;
    if (chunk) return chunk;
    await once(socket, 'readable');
  }
}
const readNumber = async (socket: net.Socket) => (await read(socket, 1)).readUInt8();

/** SOCKS 5 (RFC 1928, RFC 1929), CONNECT to IPv4 addresses only. */
export const startSocksProxy = (exit: string, login?: string): Promise<TestProxy> =>
  listen(exit, login, async (client, targets) => {
    await readNumber(client);
    await read(client, await readNumber(client));
    client.write(Buffer.from([5, login ? 2 : 0]));
    if (login) {
      await readNumber(client);
      const user = await read(client, await readNumber(client));
      const password = await read(client, await readNumber(client));
      const isRight = login === `${user}:${password}`;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) throw new Error('refused');
    }
    await read(client, 4);
    const host = [...(await read(client, 4))].join('.');
    const port = (await read(client, 2)).readUInt16BE();
    targets.push(`${host}:${port}`);
    const upstream = net.connect({ host, port, localAddress: exit });
    await once(upstream, 'connect');
    // The bound address as a domain name, which is allowed but rare.
    const bound = Buffer.from('exit.example.com');
    client.write(Buffer.from([5, 0, 0, 3, bound.length, ...bound, 0, 80]));
    await Promise.all([pipeline(client, upstream), pipeline(upstream, client)]);
  });

/** Closes the connection after `bytesMax` bytes of the response. */
export const startBreakingProxy = (exit: string, bytesMax: number): Promise<TestProxy> =>
  listen(exit, undefined, async (client, targets) => {
    const [head] = (await once(client, 'data')) as [Buffer];
    const [, host, port] = /^CONNECT ([\d.]+):(\d+) /.exec(head.toString('latin1')) ?? [];
    targets.push(`${host}:${port}`);
    const upstream = net.connect({ host, port: Number(port), localAddress: exit });
    await once(upstream, 'connect');
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    let left = bytesMax;
    const cut = new Transform({
      transform(chunk: Buffer, _, done) {
        const part = chunk.subarray(0, left);
        left -= part.length;
        done(null, part);
        if (left === 0) client.end();
      },
    });
    await Promise.all([pipeline(client, upstream), pipeline(upstream, cut, client)]);
  });
