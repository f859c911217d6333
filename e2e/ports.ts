// Free ports, so that two runs at the same time do not disturb each other. The runner finds them;
// its workers and the servers that it starts inherit them.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which the system takes the ports of outgoing connections. */
const lowest = 20_000;
const blocks = 2500;
const blockSize = 4;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isListening;
}

async function findFreeBlock(): Promise<number[]> {
  for (let at = 0; at < blocks; at++) {
    // Runs that start at the same moment begin at different blocks.
    const first = lowest + ((process.pid + at) % blocks) * blockSize;
    const ports = Array.from({ length: blockSize }, (_, offset) => first + offset);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
  throw new Error(`No ${blockSize} free ports in a row from ${lowest}`);
}

process.env.E2E_PORTS ??= (await findFreeBlock()).join();

export const [appPort = 0, mailSmtpPort = 0, mailHttpPort = 0, proxyPort = 0] =
  process.env.E2E_PORTS.split(',').map(Number);
export const appUrl = process.env.BASE_URL ?? `http://127.0.0.1:${appPort}`;
