// Measures the statements of a pool and logs slow ones: the text, never the values.
import { Counter, Histogram } from 'prom-client';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics.ts';
import { describeFailure, startStatementSpan } from './statement-span.ts';
import type { StatementHook } from './statements.ts';

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
}): StatementHook {
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
  return (text) => {
    const startedMs = now();
    const span = startStatementSpan(text);
    return (error) => {
      span?.end(describeFailure(error));
      measured(text, startedMs);
    };
  };
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
