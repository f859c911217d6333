// Metrics for Prometheus. Labels are route templates and statuses, never ids or addresses.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { commonErrors } from '#lib/endpoint.ts';
import type { Config } from '../config.ts';
import { isSameSecret } from '../secrets.ts';

/** One number, or one for each value of the gauge's label: `{ queued: 3, dead: 0 }`. */
export type GaugeReading = number | Readonly<Record<string, number>>;

export type GaugeSource = {
  /** In snake_case, with the unit last: `mail_waiting`, `job_oldest_age_seconds`. */
  name: string;
  help: string;
  /** Required when `read` returns a record. */
  label?: string;
  /** Called at every scrape. When it fails, the gauge is missing from that scrape. */
  read: () => Promise<GaugeReading> | GaugeReading;
};

export type Metrics = {
  /** For the counters and histograms of areas: `new Counter({ ..., registers: [registry] })`. */
  registry: Registry;
  /** Throws when the name is taken. */
  addGauge(source: GaugeSource): void;
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
};

/** Each call creates its own registry, so that several apps in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
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
      // Clears the last scrape, so that a label that is no longer reported disappears.
      this.reset();
      try {
        const reading = await read();
        if (typeof reading === 'number') this.set(reading);
        else
          for (const [value, count] of Object.entries(reading))
            this.set({ [label!]: value }, count);
      } catch {
        // A failing source must not break the whole scrape; alert on its absence.
        if (!label) this.remove();
      }
    },
  });
}

/** Measures the duration of every request. Call it before mounting the routes. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.observeRequest(labels, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * `GET /metrics` for a direct connection from this machine, or with `Bearer METRICS_TOKEN`.
 * Everyone else gets 404.
 */
export function mountMetrics(
  app: FastifyInstance,
  { config, metrics }: { config: Pick<Config, 'METRICS_TOKEN'>; metrics: Metrics },
): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isDirectLocalRequest(request) && !hasToken(request, config.METRICS_TOKEN)) {
      const { status, message, code } = commonErrors.notFound;
      return reply.code(status).send({ detail: message, code });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** A reverse proxy on this machine also connects from loopback: forwarded requests do not count. */
function isDirectLocalRequest({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && !forwardingHeaders.some((name) => name in headers);
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const [, bearer] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return token !== undefined && bearer !== undefined && isSameSecret(bearer, token);
}
