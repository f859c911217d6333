// The thread of health-port.ts. Plain JavaScript: what strips types would take 16 MB in it.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {import('./health-port.ts').HealthThreadData} */
const { host, port, turnedAt, stalledNs, responses } = workerData;

const server = createServer(({ url }, response) => {
  if (url !== '/healthz') {
    response.writeHead(404).end();
    return;
  }
  const isStalled = process.hrtime.bigint() - Atomics.load(turnedAt, 0) > stalledNs;
  const { status, headers, body } = isStalled ? responses.stalled : responses.alive;
  response.writeHead(status, headers);
  response.end(body);
});
server.listen({ host, port }, () => parentPort?.postMessage(server.address()));
