// Stands in for a collector of OpenTelemetry.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Attributes, type ReceivedSpan, readMetricNames, readSpans } from '../readers/otlp.ts';

export type OtlpCollector = {
  url: string;
  spans: ReceivedSpan[];
  metricNames: string[];
  /** What the sender says of itself, one for each message. */
  resources: Attributes[];
  headers: http.IncomingHttpHeaders[];
  /** Every byte that was sent, as text. */
  text(): string;
  stop(): Promise<void>;
};

/** With `hangs`, it never responds. */
export async function startOtlpCollector({ hangs = false } = {}): Promise<OtlpCollector> {
  const bodies: Buffer[] = [];
  const spans: ReceivedSpan[] = [];
  const metricNames: string[] = [];
  const resources: Attributes[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const server = http.createServer(async (request, response) => {
    const body = await buffer(request);
    bodies.push(body);
    headers.push(request.headers);
    if (request.url === '/v1/traces')
      for (const { resource, items } of readSpans(body)) {
        resources.push(resource);
        spans.push(...items);
      }
    if (request.url === '/v1/metrics')
      for (const { resource, items } of readMetricNames(body)) {
        resources.push(resource);
        metricNames.push(...items);
      }
    if (!hangs) response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    metricNames,
    resources,
    headers,
    text: () => Buffer.concat(bodies).toString('latin1'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
