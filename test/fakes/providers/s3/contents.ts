// Whether a body is what its headers say, and whether the headers are ones that storages take.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Call } from '../serve-provider.ts';
import { type Refusal, sha256 } from './signature.ts';

const digest = (algorithm: string, body: Buffer): string =>
  createHash(algorithm).update(body).digest('base64');

function writeCrc32(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

const checksums: Readonly<Record<string, (body: Buffer) => string>> = {
  'content-md5': (body) => digest('md5', body),
  'x-amz-checksum-crc32': writeCrc32,
  'x-amz-checksum-sha1': (body) => digest('sha1', body),
  'x-amz-checksum-sha256': (body) => digest('sha256', body),
};

const notImplemented = (header: string): Refusal => ({
  status: 501,
  code: 'NotImplemented',
  message: `${header} is not implemented`,
});

export function findContentProblem(
  { headers, method, body }: Call,
  isR2: boolean,
): Refusal | undefined {
  const hash = String(headers['x-amz-content-sha256']);
  // Other storages than Amazon's would store the checksum trailer with the content.
  if (hash.startsWith('STREAMING-') || headers['x-amz-trailer'] !== undefined)
    return notImplemented(hash);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  if (method === 'PUT' && headers['content-length'] === undefined)
    return { status: 411, code: 'MissingContentLength' };
  if (headers['x-amz-acl'] !== undefined)
    return isR2
      ? notImplemented('x-amz-acl')
      : { status: 400, code: 'AccessControlListNotSupported' };
  for (const [name, value] of Object.entries(headers)) {
    const isChecksum = name.startsWith('x-amz-checksum-') || name === 'content-md5';
    if (!isChecksum || name === 'x-amz-checksum-mode') continue;
    const compute = checksums[name];
    if (!compute) return notImplemented(name);
    if (compute(body) !== value) return { status: 400, code: 'BadDigest' };
  }
  return undefined;
}
