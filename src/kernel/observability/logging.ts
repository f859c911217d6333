import { pino } from 'pino';
import type { Config } from '../config.ts';

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

export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`]),
      censor: '[hidden]',
    },
  };
  // Asynchronous, so that lines are batched: one write per line would cost as much as the request.
  return pino(options, pino.destination({ dest: 1, sync: false }));
}
