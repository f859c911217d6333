// Measures the statements of a pool and logs slow ones: the text, never the values.
import type pg from 'pg';
import { Counter, Histogram } from 'prom-client';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics.ts';
import { describeFailure, startStatementSpan } from './statement-span.ts';

export type StatementWatch = (client: pg.ClientBase) => void;

type Query = (...given: unknown[]) => unknown;
type Done = (...results: unknown[]) => void;

const linesPerMinuteMax = 10;
const minuteMs = 60_000;
const textLengthMax = 2000;

/** `slowMs` 0 logs none. `now` is in milliseconds. */
export function createStatementWatch({
  slowMs,
  log,
  metrics,
  now = () => performance.now(),
}: {
  slowMs: number;
  log: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'registry'>;
  now?: () => number;
}): StatementWatch {
  const durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time from a statement to the end of its result.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [metrics.registry],
  });
  const slow = new Counter({
    name: 'database_slow_statements_total',
    help: 'Statements slower than DATABASE_SLOW_MS.',
    registers: [metrics.registry],
  });
  const logSlow = limitLines(log, now);

  function measured(text: string, startedMs: number): void {
    const ms = now() - startedMs;
    durations.observe(ms / 1000);
    if (slowMs === 0 || ms < slowMs) return;
    slow.inc();
    logSlow(text, ms);
  }
  return (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...given: unknown[]) => {
      const text = textOf(given[0]);
      const startedMs = now();
      const span = startStatementSpan(text);
      const ended = (error?: unknown) => {
        span?.end(describeFailure(error));
        measured(text, startedMs);
      };
      const last = given.at(-1);
      if (typeof last === 'function') {
        const done = (...results: unknown[]) => {
          ended(results[0]);
          (last as Done)(...results);
        };
        return query(...given.slice(0, -1), done);
      }
      const result = query(...given);
      // A failed statement is the caller's to handle: this branch of the promise must not reject.
      if (result instanceof Promise) result.then(() => ended(), ended);
      return result;
    }) as typeof client.query;
  };
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: unknown })?.text;
  return typeof text === 'string' ? text : '';
}

/** A database that is slow as a whole must not fill the log. */
function limitLines(log: Pick<Logger, 'warn'>, now: () => number) {
  let minuteBeganMs = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let skipped = 0;
  return (text: string, ms: number): void => {
    if (now() - minuteBeganMs >= minuteMs) {
      minuteBeganMs = now();
      lines = 0;
    }
    if (++lines > linesPerMinuteMax) {
      skipped++;
      return;
    }
    const sql = text.replace(/\s+/g, ' ').trim().slice(0, textLengthMax);
    log.warn({ ms: Math.round(ms), sql, ...(skipped > 0 && { skipped }) }, 'a slow statement');
    skipped = 0;
  };
}
