// Sends a single request through a proxy, for health checks and the test console; or without one,
// to judge the target of checks.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { withoutSpan } from '#kernel/observability/spans.ts';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import { ProxyError, readFailureReason, readSiteFailure } from './proxy-error.ts';
import { repairResponseHeads } from './repair-response-head.ts';
import { openTunnel, type ProxyServer, siteResponse, type Target } from './tunnel.ts';

export type ProxyResponse = {
  status: number;
  contentType: string | null;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Of the whole body, read up to `bodyBytesMax`. */
  sizeBytes: number;
  connectMs: number;
  elapsedMs: number;
  traffic: { sent: number; received: number };
};

export type ProxyRequest = {
  /** Null for none. */
  proxy: ProxyServer | null;
  url: URL;
  method?: 'GET' | 'HEAD';
  timeoutMs: number;
  bodyBytesMax: number;
  /** Checks the proxy's address; `targetGuard` the target's. */
  guard: AddressGuard;
  targetGuard: AddressGuard;
};

const readBytesMax = 2_000_000;

/** Throws ProxyError or a socket error. Redirects are not followed. */
export async function sendRequest(proxyRequest: ProxyRequest): Promise<ProxyResponse> {
  const { proxy, url, timeoutMs, guard, targetGuard } = proxyRequest;
  const started = performance.now();
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = await targetGuard.resolveHost(host).catch(blameTarget);
  const target = { address, port: Number(url.port) || (isSecure ? 443 : 80) };
  const plain = proxy
    ? await openTunnel(proxy, target, { guard, timeoutMs })
    : await openDirectly(target, timeoutMs);
  const connectMs = Math.round(performance.now() - started);
  const socket = isSecure ? tls.connect({ socket: plain, servername: host }) : plain;
  const leftMs = Math.max(1, timeoutMs - connectMs);
  const timer = setTimeout(() => socket.destroy(new ProxyError('timeout')), leftMs);
  try {
    // The sites that customers reach are their own business.
    const response = await withoutSpan(() => exchange(socket, proxyRequest));
    const elapsedMs = Math.round(performance.now() - started);
    const traffic = { sent: plain.bytesWritten, received: plain.bytesRead };
    return { ...response, connectMs, elapsedMs, traffic };
  } catch (error) {
    throw new ProxyError(readSiteFailure(error));
  } finally {
    clearTimeout(timer);
    socket.destroy();
    plain.destroy();
  }
}

const reasonOfTarget: { [reason in FailureReason]?: FailureReason } = {
  name_not_found: 'target_not_found',
  address_refused: 'target_refused',
};

/** Of the guard's errors, which name no one. */
function blameTarget(error: unknown): never {
  const reason = readFailureReason(error);
  throw new ProxyError(reasonOfTarget[reason] ?? reason);
}

async function openDirectly({ address, port }: Target, timeoutMs: number): Promise<net.Socket> {
  const socket = net.connect({ host: address, port });
  const timer = setTimeout(() => socket.destroy(new ProxyError('timeout')), timeoutMs);
  // Later errors concern the user of the socket.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

function exchange(socket: net.Socket, { url, method = 'GET', bodyBytesMax }: ProxyRequest) {
  return new Promise<
    Pick<ProxyResponse, 'status' | 'contentType' | 'headers' | 'body' | 'sizeBytes'>
  >((resolve, reject) => {
    const request = http.request({
      ...siteResponse,
      createConnection: () => repairResponseHeads(socket),
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: '*/*', connection: 'close' },
    });
    request.on('error', reject);
    // The only event after a 101 response.
    request.on('close', () => reject(new ProxyError('connection_closed')));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? null,
          headers: response.headers,
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
  });
}
