import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { closeServer, createServer } from './server.ts';

async function startServer() {
  const app = await createServer({ config: readConfig({}), log: pino({ level: 'silent' }) });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  app.get('/slow/', () => answer);
  app.post('/upload/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, resolve };
}

test('an answer that is owed is given before the server closes', async () => {
  const { app, port, resolve } = await startServer();
  const asked = once(app.server, 'request');
  const reply = fetch(`http://127.0.0.1:${port}/slow/`);
  await asked;
  const closed = closeServer(app);
  resolve('done');
  expect(await (await reply).text()).toBe('done');
  await closed;
});

test('an upload that never ends is cut off', async () => {
  const { app, port } = await startServer();
  const asked = once(app.server, 'request');
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const cut = once(socket, 'close');
  const head = 'POST /upload/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
  socket.write(`${head}\r\ncontent-length: 1000\r\n\r\n{`);
  await asked;
  await closeServer(app, 20);
  await cut;
});
