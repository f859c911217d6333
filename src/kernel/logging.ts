import { pino } from 'pino';
import type { Config } from './config.ts';

export type Logger = pino.Logger;

// A second line of defence: the first is that nobody logs bodies, headers, query strings or mails.
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

export function openLog(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`]),
      censor: '[hidden]',
    },
  };
  // Lines gather while the one before is written: a write for each costs as much as the request.
  return pino(options, pino.destination({ dest: 1, sync: false }));
}
