// A single request of our own through a proxy: for health checks and the test console.
import http from 'node:http';
import tls from 'node:tls';
import type { AddressGuard } from './address-guard.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { type Exit, openTunnel } from './tunnel.ts';

export type Reply = {
  status: number;
  contentType: string | null;
  body: Buffer;
  /** Of the whole body, read up to `bodyBytesMax`. */
  sizeBytes: number;
  connectMs: number;
  elapsedMs: number;
  bytes: number;
};

export type Sending = {
  exit: Exit;
  url: URL;
  method?: 'GET' | 'HEAD';
  timeoutMs: number;
  bodyBytesMax: number;
  /** Of the proxy's address, and of the target's. */
  guard: AddressGuard;
  targetGuard: AddressGuard;
};

const readBytesMax = 2_000_000;

/** Throws ProxyFailure, or what a socket threw. Redirects are answers like any other. */
export async function sendThrough(sending: Sending): Promise<Reply> {
  const { exit, url, timeoutMs, guard, targetGuard } = sending;
  const started = performance.now();
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = await targetGuard.find(host);
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const plain = await openTunnel(exit, { address, port }, { guard, timeoutMs });
  const connectMs = Math.round(performance.now() - started);
  const socket = isSecure ? tls.connect({ socket: plain, servername: host }) : plain;
  const leftMs = Math.max(1, timeoutMs - connectMs);
  const timer = setTimeout(() => socket.destroy(new ProxyFailure('timeout')), leftMs);
  try {
    const reply = await ask(socket, sending);
    const elapsedMs = Math.round(performance.now() - started);
    return { ...reply, connectMs, elapsedMs, bytes: plain.bytesRead + plain.bytesWritten };
  } finally {
    clearTimeout(timer);
    socket.destroy();
    plain.destroy();
  }
}

function ask(socket: import('node:net').Socket, { url, method = 'GET', bodyBytesMax }: Sending) {
  return new Promise<Pick<Reply, 'status' | 'contentType' | 'body' | 'sizeBytes'>>(
    (resolve, reject) => {
      const request = http.request({
        createConnection: () => socket,
        method,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept: '*/*', connection: 'close' },
      });
      request.on('error', reject);
      // A 101 ends in this alone.
      request.on('close', () => reject(new ProxyFailure('connection_closed')));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let sizeBytes = 0;
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? null,
            body: Buffer.concat(chunks).subarray(0, bodyBytesMax),
            sizeBytes,
          });
        response.on('data', (chunk: Buffer) => {
          if (sizeBytes < bodyBytesMax) chunks.push(chunk);
          sizeBytes += chunk.length;
          if (sizeBytes < readBytesMax) return;
          finish();
          response.destroy();
        });
        response.on('end', finish);
        response.on('error', reject);
      });
      request.end();
    },
  );
}
