// Asks for /healthz as a load balancer does: regularly, and from a thread of its own, so that the
// thread that makes the load does not delay it. Reports `ready` when it begins, and at the end how
// long each took in milliseconds.
import { parentPort, workerData } from 'node:worker_threads';
import { runOpenLoop } from '../load/open-loop.ts';

export type Probe = { port: number; seconds: number };

const everyMs = 50;
const request = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

const probe = workerData as Probe;
parentPort?.postMessage('ready');
const replies = await runOpenLoop({ ...probe, requests: [request], perSecond: 1000 / everyMs });
parentPort?.postMessage(
  replies.map(({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY)),
);
