// Who signed a call, what was signed and when: Amazon's Signature Version 4, by header.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '#lib/durations.ts';
import type { Call } from '../serve-provider.ts';

export type Refusal = { status: number; code: string; message?: string };
export type Account = {
  keyId: string;
  secret: string;
  region: string;
  /** Cloudflare's R2 says other things, and implements less. */
  isR2: boolean;
  now: () => Date;
};

const skewMsMax = 15 * minuteMs;
const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\S+), ?SignedHeaders=(\S+), ?Signature=([\da-f]{64})$/;

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const readHeader = ({ headers }: Call, name: string): string => String(headers[name] ?? '');

export function findSignatureProblem(call: Call, account: Account): Refusal | undefined {
  const authorization = readHeader(call, 'authorization');
  if (authorization === '') return { status: 403, code: 'AccessDenied' };
  const [, id, scope = '', names = '', signature = ''] = shape.exec(authorization) ?? [];
  if (id === undefined) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  if (id !== account.keyId) return { status: 403, code: 'InvalidAccessKeyId' };
  return (
    findScopeProblem(call, scope, account) ??
    findHeaderProblem(call, names) ??
    (isSigned(call, { scope, names, signature, secret: account.secret })
      ? undefined
      : { status: 403, code: 'SignatureDoesNotMatch' })
  );
}

/** `20261130T120000Z` as a time. */
function readTime(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function findScopeProblem(call: Call, scope: string, account: Account): Refusal | undefined {
  const time = readHeader(call, 'x-amz-date');
  const ms = readTime(time);
  if (Number.isNaN(ms))
    return { status: 403, code: 'AccessDenied', message: 'A valid x-amz-date is required' };
  const [day, region = '', service, end, ...more] = scope.split('/');
  // R2 takes Amazon's usual region for its own.
  const isAlias = account.isR2 && region === 'us-east-1';
  if (region !== account.region && !isAlias)
    return account.isR2
      ? { status: 400, code: 'InvalidRegionName', message: `The region ${region} is not valid` }
      : {
          status: 400,
          code: 'AuthorizationHeaderMalformed',
          message: `the region '${region}' is wrong; expecting '${account.region}'`,
        };
  const isWhole = service === 's3' && end === 'aws4_request' && more.length === 0;
  if (day !== time.slice(0, 8) || !isWhole)
    return { status: 400, code: 'AuthorizationHeaderMalformed' };
  if (Math.abs(account.now().getTime() - ms) > skewMsMax)
    return { status: 403, code: 'RequestTimeTooSkewed' };
  return undefined;
}

function findHeaderProblem({ headers }: Call, names: string): Refusal | undefined {
  const signed = names.split(';');
  const unsigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
    .filter((name) => !signed.includes(name))
    .join(', ');
  if (unsigned !== '' || signed.some((name) => headers[name] === undefined))
    return { status: 403, code: 'AccessDenied', message: `Headers were not signed: ${unsigned}` };
  return headers['x-amz-content-sha256'] === undefined
    ? { status: 400, code: 'InvalidRequest', message: 'x-amz-content-sha256 is missing' }
    : undefined;
}

type Signed = { scope: string; names: string; signature: string; secret: string };

function isSigned(call: Call, { scope, names, signature, secret }: Signed): boolean {
  const canonical = sha256(describeRequest(call, names));
  const text = ['AWS4-HMAC-SHA256', readHeader(call, 'x-amz-date'), scope, canonical].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

/** The canonical request: what both sides sign. */
function describeRequest(call: Call, names: string): string {
  const { method, url } = call;
  const query = url.search.slice(1).split('&').filter(Boolean);
  const signed = names.split(';').map((name) => `${name}:${readHeader(call, name).trim()}\n`);
  const parameters = query.map((one) => (one.includes('=') ? one : `${one}=`)).sort();
  const hash = readHeader(call, 'x-amz-content-sha256');
  return [method, url.pathname, parameters.join('&'), signed.join(''), names, hash].join('\n');
}
