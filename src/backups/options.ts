import { readFileSync } from 'node:fs';
import { openPassphrase, type Passphrase } from './encryption.ts';
import { BackupError, UsageError } from './problem.ts';

const passphraseBytesMin = 12;

/** That of the file, else that of BACKUP_PASSPHRASE. The line break at a file's end is no part. */
export function findPassphrase(
  keyFile: string | undefined,
  variable: string | undefined,
): Passphrase | undefined {
  if (keyFile === undefined) return variable ? openPassphrase(Buffer.from(variable)) : undefined;
  const content = readFileSync(keyFile);
  const lineBreak = /\r?\n$/.exec(content.toString('latin1'))?.[0] ?? '';
  const text = content.subarray(0, content.length - lineBreak.length);
  if (text.length < passphraseBytesMin)
    throw new BackupError(`${keyFile} needs at least ${passphraseBytesMin} bytes.`);
  return openPassphrase(text);
}

/** `latest`, or an instant with its time zone. */
export function readUntil(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const at = new Date(text);
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError('--until needs a time such as 2026-11-22T10:00:00Z, or latest.');
  return at;
}

/** Prints what went wrong. The exit code is 1, or 2 for a command that was not understood. */
export function reportFailure(error: unknown, usage: string): void {
  const { message, code = '' } = error as Error & { code?: string };
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isUsage ? `${message}\n${usage}` : message}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
