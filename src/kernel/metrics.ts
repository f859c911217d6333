// What a monitoring system reads. Labels are templates and statuses, never ids or addresses.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { commonErrors } from '#lib/endpoint.ts';
import type { Config } from './config.ts';
import { isSameSecret } from './secrets.ts';

/** One number, or one for each value of the gauge's label: `{ queued: 3, dead: 0 }`. */
export type GaugeReading = number | Readonly<Record<string, number>>;

export type GaugeSource = {
  /** In snake_case with its unit last: `mail_waiting`, `job_oldest_age_seconds`. */
  name: string;
  help: string;
  /** Needed when `read` answers a record. */
  label?: string;
  /** Asked at every scrape. When it fails the gauge is left out of that scrape. */
  read: () => Promise<GaugeReading> | GaugeReading;
};

export type Metrics = {
  /** For counters and histograms of areas: `new Counter({ ..., registers: [registry] })`. */
  registry: Registry;
  /** Throws when the name is taken. */
  addGauge(source: GaugeSource): void;
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
};

/** A registry of its own for each call, so that several apps in one process never mix. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    addGauge: (source) => addGauge(registry, source),
    observeRequest: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
  };
}

function addGauge(registry: Registry, { name, help, label, read }: GaugeSource): void {
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    async collect() {
      // Values of the last scrape go: a label that is no longer read must not stand for ever.
      this.reset();
      try {
        const reading = await read();
        if (typeof reading === 'number') this.set(reading);
        else
          for (const [value, count] of Object.entries(reading))
            this.set({ [label!]: value }, count);
      } catch {
        // One source that is away must not cost the whole scrape; its absence is the alarm.
        if (!label) this.remove();
      }
    },
  });
}

/** Times every answer of the app. Call it before the routes are mounted. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.observeRequest(labels, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * `GET /metrics` for a direct connection from this machine, or with `Bearer METRICS_TOKEN`;
 * anybody else is told that there is no such page.
 */
export function mountMetrics(
  app: FastifyInstance,
  { config, metrics }: { config: Pick<Config, 'METRICS_TOKEN'>; metrics: Metrics },
): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isDirectFromThisMachine(request) && !hasToken(request, config.METRICS_TOKEN)) {
      const { status, message, code } = commonErrors.notFound;
      return reply.code(status).send({ detail: message, code });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** A proxy on this machine also connects from loopback: what it passes on came from elsewhere. */
function isDirectFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && !forwardingHeaders.some((name) => name in headers);
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return token !== undefined && given !== undefined && isSameSecret(given, token);
}
