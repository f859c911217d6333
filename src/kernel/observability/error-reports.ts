// Reports unexpected errors to a server that speaks Sentry's protocol, when SENTRY_DSN names one.
// A report waits in memory and may be dropped: it never delays or fails what it is about.
import { Counter } from 'prom-client';
import { createTimeout } from '#lib/create-timeout.ts';
import type { Config } from '../config.ts';
import { createErrorEvent, type ErrorContext, serializeEnvelope } from './error-event.ts';
import type { Logger } from './logging.ts';
import type { Metrics } from './metrics.ts';
import { readSentryDsn, type SentryAddress } from './sentry-dsn.ts';

export type ReportError = (error: unknown, about: ErrorContext) => void;

export type ErrorReports = {
  report: ReportError;
  /** Sends what waits, for at most `waitMs`. */
  close(waitMs?: number): Promise<void>;
};

type Options = {
  config: Pick<Config, 'SENTRY_DSN' | 'NODE_ENV'>;
  release: string;
  log: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'registry'>;
};

const waitingMax = 50;
const timeoutMs = 5000;
const closeMs = 2000;
/** For a server that says it is overloaded, and not for how long. */
const restSeconds = 60;

export function createErrorReports({ config, release, log, metrics }: Options): ErrorReports {
  const outcomes = new Counter({
    name: 'error_reports_total',
    help: 'Reports of errors to SENTRY_DSN, by outcome: sent, failed, dropped.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  const address = config.SENTRY_DSN ? readSentryDsn(config.SENTRY_DSN) : null;
  if (!address) return { report: () => undefined, close: async () => undefined };
  const waiting: string[] = [];
  const stopped = new AbortController();
  let sending: Promise<void> | null = null;
  let restsUntilMs = 0;

  async function sendAll(): Promise<void> {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const result = await sendReport(address!, body, stopped.signal);
      if (result.restMs > 0) restsUntilMs = Date.now() + result.restMs;
      if (!result.isSent) log.warn({ reason: result.reason }, 'an error was not reported');
      outcomes.inc({ outcome: result.isSent ? 'sent' : 'failed' });
    }
  }

  return {
    report(error, about) {
      if (waiting.length >= waitingMax || Date.now() < restsUntilMs) {
        outcomes.inc({ outcome: 'dropped' });
        return;
      }
      const event = createErrorEvent(error, about, { release, environment: config.NODE_ENV });
      waiting.push(serializeEnvelope(event));
      sending ??= sendAll().finally(() => {
        sending = null;
      });
    },
    async close(waitMs = closeMs) {
      const late = setTimeout(() => {
        waiting.length = 0;
        stopped.abort();
      }, waitMs);
      await sending;
      clearTimeout(late);
    },
  };
}

type SendResult = { isSent: boolean; reason: string; restMs: number };

async function sendReport(
  { url, publicKey }: SentryAddress,
  body: string,
  stopped: AbortSignal,
): Promise<SendResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=app/1.0, sentry_key=${publicKey}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopped, createTimeout(timeoutMs)]),
    });
    await response.arrayBuffer();
    const retryAfter = Number(response.headers.get('retry-after')) || restSeconds;
    const restMs = response.status === 429 ? retryAfter * 1000 : 0;
    return { isSent: response.ok, reason: `status ${response.status}`, restMs };
  } catch (error) {
    return { isSent: false, reason: (error as Error).name, restMs: 0 };
  }
}
