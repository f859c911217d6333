import { pino } from 'pino';
import type { Config } from '../config.ts';
import { currentSpan } from './spans.ts';
import { type TelemetryConfig, telemetryUrls } from './telemetry-variables.ts';

export type Logger = pino.Logger;

// A second line of defence: code must not log bodies, headers, query strings or e-mails at all.
const secrets = [
  'otp',
  'access',
  'refresh',
  'token',
  'secret',
  'password',
  'authorization',
  'cookie',
];

/** With telemetry, each line says which trace it belongs to. */
export function createLogger(
  config: Pick<Config, 'LOG_LEVEL'> & Partial<TelemetryConfig>,
  // Asynchronous, so that lines are batched: one write per line would cost as much as the request.
  destination: pino.DestinationStream = pino.destination({ dest: 1, sync: false }),
): Logger {
  const options = {
    ...(telemetryUrls(config).traces && { mixin: traceFields }),
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`]),
      censor: '[hidden]',
    },
  };
  return pino(options, destination);
}

function traceFields(): object {
  const span = currentSpan();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
