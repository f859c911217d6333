import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { stopAccepting } from './drain.ts';
import { listen } from './listeners.ts';
import { closeServer, createServer } from './server.ts';

const host = '127.0.0.1';

async function open(port = 0) {
  const app = await createServer({ config: readConfig({}), log: pino({ level: 'silent' }) });
  onTestFinished(() => closeServer(app));
  await listen(app, { host, port });
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function connect(port: number, count: number) {
  const sockets = Array.from({ length: count }, () => net.connect(port, host));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on('error', () => undefined);
  return sockets;
}

test.runIf(process.platform === 'linux')(
  'a turn of the event loop takes several waiting connections',
  async () => {
    const { app, port } = await open();
    let connections = 0;
    app.server.on('connection', () => connections++);
    const count = 120;
    const sockets = await connect(port, count);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    let turns = 0;
    while (connections < count && turns < 10 * count) {
      await nextTurn();
      turns++;
    }
    expect(connections).toBe(count);
    // The kernel spreads them at random; one listener takes one in each turn.
    expect(turns).toBeLessThan(count / 2);
  },
);

test('all connections are answered, and none is taken after the server stopped accepting', async () => {
  const { app, port } = await open();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`http://${host}:${port}/healthz`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await stopAccepting(app, 20);
  const ends = (await connect(port, 40)).map(
    (socket) => new Promise((resolve) => socket.once('close', resolve)),
  );
  // True: closed by an error, since nobody listens.
  expect(new Set(await Promise.all(ends))).toEqual(new Set([true]));
});

test('a port that another process has is refused', async () => {
  const { port } = await open();
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const plain = net.createServer();
  await once(plain.listen(0, host), 'listening');
  onTestFinished(() => void plain.close());
  const usedPort = (plain.address() as AddressInfo).port;
  await expect(open(usedPort)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
