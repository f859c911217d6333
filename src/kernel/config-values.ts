// The kinds of values that environment variables have: how each is read, and what is wrong with it.
import path from 'node:path';
import { z } from 'zod';
import { emailPattern } from '#lib/email-address.ts';
import { readDatabaseServers } from './database/database-url.ts';
import { readTrustedProxies } from './http/trusted-proxies.ts';
import { readSentryDsn } from './observability/sentry-dsn.ts';
import { parseSecrets } from './secrets.ts';
import { readS3Url } from './storage/s3-url.ts';

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
/** A program and its arguments. No shell reads them, so there are no quotes. */
export const words = z
  .string()
  .default('')
  .transform((text) => text.split(/\s+/).filter(Boolean));
export const flag = z
  .enum(['0', '1', 'on', 'off', 'true', 'false'], { error: 'use on or off' })
  .transform((text) => ['1', 'on', 'true'].includes(text));
export const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(readProtocol(text)), {
    error: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
/** The address of an API, without a slash at its end. */
export const apiUrl = url('http:', 'https:').transform((text) => text.replace(/\/+$/, ''));
/** `name=https://...`, separated by commas. */
export const namedUrls = <Name extends string>(names: readonly Name[]) =>
  list.transform((all, { issues }) =>
    all.map((text) => {
      const [, name, address = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
      const known = names.find((one) => one === name);
      if (known && isUrl(address)) return { name: known, url: address };
      const message = `must be NAME=https://... with a name of ${names.join(', ')}`;
      issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }),
  );
/** What others call an account or a program. */
export const name = z.string().regex(/^[\w.-]{1,100}$/, {
  error: 'must be letters, digits, dots, hyphens and underscores',
});
// These are put into pages, feeds and scripts as they are (decision 27).
export const isPlain = (text: string) => !/["'`&<>\\\s\p{Cc}]/u.test(text);
export const plainOnly = { error: 'must not contain spaces, quotes, backslashes, &, < or >' };
export const link = z
  .string()
  .refine((text) => text.startsWith('/') || isUrl(text), {
    error: 'must be an address or a path that begins with /',
  })
  .refine(isPlain, plainOnly);
export const trustedProxies = z.string().transform((text, { issues }) => {
  const read = readTrustedProxies(text);
  const message = 'must be true, false, or a list of addresses, CIDR ranges and names: loopback, ';
  if (read === null)
    issues.push({ code: 'custom', input: text, message: `${message}linklocal, uniquelocal` });
  return read ?? false;
});
export const secretList = z.string().transform((text, { issues }) => {
  const read = parseSecrets(text);
  const message = `${text.includes(',') ? 'each secret ' : ''}needs at least 32 characters`;
  if (read === null) issues.push({ code: 'custom', input: text, message });
  return read ?? z.NEVER;
});
export const sentryDsn = z.string().refine((text) => readSentryDsn(text) !== null, {
  error: 'must be an address such as https://KEY@sentry.example.com/1',
});
export const count = (min: number, max: number) =>
  z.coerce.number({ error: 'must be a number' }).int().min(min).max(max);
export const email = z.email({ pattern: emailPattern, error: 'must be an e-mail address' });

export function readProtocol(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

function isUrl(text: string): boolean {
  return ['http:', 'https:'].includes(readProtocol(text));
}

export function checkDatabase({ value, issues }: z.core.ParsePayload<string>): void {
  try {
    readDatabaseServers(value);
  } catch (error) {
    issues.push({ code: 'custom', input: value, message: (error as Error).message });
  }
}

export function checkReplica(payload: z.core.ParsePayload<string>): void {
  checkDatabase(payload);
  if (payload.issues.length === 0 && readDatabaseServers(payload.value).length > 0)
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'must name one server, without target_session_attrs',
    });
}

/** The whole path of a folder, or a bucket. */
export function checkBackupPlace(payload: z.core.ParsePayload<string>): void {
  const { value, issues } = payload;
  if (value.startsWith('s3:')) checkBucket(payload);
  else if (!path.isAbsolute(value) || /[\r\n]/.test(value)) {
    const message =
      'must be the whole path of a folder, beginning with /, or s3://KEY:SECRET@bucket';
    issues.push({ code: 'custom', input: value, message });
  }
}

export function isSameBucket(one: string, other: string | undefined): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other ?? '')];
  const readPlace = (url: URL) => [url.protocol, url.hostname, url.searchParams.get('endpoint')];
  return Boolean(a && b && String(readPlace(a)) === String(readPlace(b)));
}

export function checkBucket({ value, issues }: z.core.ParsePayload<string>): void {
  // Other protocols have been reported already.
  if (readProtocol(value) !== 's3:') return;
  try {
    readS3Url(value);
  } catch (error) {
    issues.push({ code: 'custom', input: value, message: (error as Error).message });
  }
}
