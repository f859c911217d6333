// A pooler in transaction mode like pgbouncer before 1.21: each transaction of a client may get
// another connection to the server, and prepared statements stay where they were made.
import { randomBytes } from 'node:crypto';
import net, { type AddressInfo, type Socket } from 'node:net';

export type TransactionPooler = { host: string; port: number; stop(): Promise<void> };

type Place = { host: string; port: number; user: string; database: string };
type Message = { type: string; bytes: Buffer };
/** A connection to the server. For the time of a transaction one client has it. */
type Backend = { socket: Socket; holder: { client: Socket; release: () => void } | null };

const headBytes = 5;

export async function startTransactionPooler(place: Place): Promise<TransactionPooler> {
  const idle: Backend[] = [];
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    let backend: Promise<Backend> | null = null;
    const take = async () => {
      const one = idle.pop() ?? (await connectBackend(place, sockets));
      const release = () => {
        one.holder = null;
        backend = null;
        idle.push(one);
      };
      one.holder = { client, release };
      return one;
    };
    sockets.add(client);
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(greeting());
      client.on(
        'data',
        splitMessages(async ({ type, bytes }) => {
          if (type === 'X') return;
          backend ??= take();
          (await backend).socket.write(bytes);
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function connectBackend(
  { host, port, user, database }: Place,
  sockets: Set<Socket>,
): Promise<Backend> {
  const socket = host.startsWith('/')
    ? net.connect(`${host}/.s.PGSQL.${port}`)
    : net.connect(port, host);
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.write(startup({ user, database }));
  const backend: Backend = { socket, holder: null };
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  socket.on(
    'data',
    splitMessages(({ type, bytes }) => {
      const { holder } = backend;
      if (type === 'Z' && bytes.toString('latin1', headBytes) === 'I') {
        holder?.release();
        resolve();
      }
      holder?.client.write(bytes);
    }),
  );
  await ready;
  return backend;
}

/** Calls `read` for each whole message of the protocol. */
function splitMessages(read: (message: Message) => void) {
  let received = Buffer.alloc(0);
  return (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= headBytes) {
      const end = 1 + received.readInt32BE(1);
      if (received.length < end) return;
      read({ type: received.toString('latin1', 0, 1), bytes: received.subarray(0, end) });
      received = received.subarray(end);
    }
  };
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

function startup(parameters: Record<string, string>): Buffer {
  const version = Buffer.from([0, 3, 0, 0]);
  const text = `${Object.entries(parameters).flat().join('\0')}\0\0`;
  return message('', Buffer.concat([version, Buffer.from(text)]));
}

/** Signed in without a password, with an invented process id as pgbouncer sends it. */
const greeting = () =>
  Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    message('K', randomBytes(8)),
    message('Z', Buffer.from('I')),
  ]);
