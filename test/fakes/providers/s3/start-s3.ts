// An object storage with Amazon's S3 API, or with that of Cloudflare's R2: objects in one bucket,
// in memory. It refuses what they refuse, in their XML.
import { createHash } from 'node:crypto';
import { escapeMarkup } from '#lib/markup.ts';
import {
  type Answer,
  type Call,
  type FakeProvider,
  type Options,
  serveProvider,
} from '../serve-provider.ts';
import { findContentProblem } from './contents.ts';
import { type Account, findSignatureProblem, type Refusal } from './signature.ts';

export type Permission = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket';
export type S3Options = Options &
  Partial<Account> & {
    bucket?: string;
    /** What the key may not do. */
    denied?: readonly Permission[];
    /** Of a list. Small, so that tests with a few objects see several pages. */
    pageSize?: number;
  };
export type S3 = FakeProvider;

type StoredObject = { bytes: Buffer; contentType: string; at: Date };
type Bucket = Required<Pick<S3Options, 'bucket' | 'denied' | 'pageSize'>> &
  Account & { objects: Map<string, StoredObject> };

/** In R2 there is one region, `auto`. */
export async function startS3(options: S3Options = {}): Promise<S3> {
  const isR2 = options.isR2 ?? false;
  const bucket: Bucket = {
    bucket: 'files',
    keyId: 'KEY',
    secret: 'SECRET',
    region: isR2 ? 'auto' : 'us-east-1',
    denied: [],
    pageSize: 2,
    now: () => new Date(),
    ...options,
    isR2,
    objects: new Map(),
  };
  const server = await serveProvider((call) => {
    const { headers, ...rest } = answer(call, bucket);
    // Clients set their clock by it after `RequestTimeTooSkewed`.
    return { ...rest, headers: { date: bucket.now().toUTCString(), ...headers } };
  }, options);
  const endpoint = encodeURIComponent(server.address);
  const { keyId, secret, region } = bucket;
  return {
    ...server,
    settings: {
      STORAGE_URL: `s3://${keyId}:${secret}@${bucket.bucket}?endpoint=${endpoint}&region=${region}`,
    },
  };
}

const keyBytesMax = 1024;

function answer(call: Call, bucket: Bucket): Answer {
  const problem = findSignatureProblem(call, bucket) ?? findContentProblem(call, bucket.isR2);
  if (problem) return refuse(call, problem);
  const [, name, ...rest] = call.url.pathname.split('/');
  if (name !== bucket.bucket) return refuse(call, { status: 404, code: 'NoSuchBucket' });
  const key = decodeURIComponent(rest.join('/'));
  if (key === '') return listObjects(call, bucket);
  if (Buffer.byteLength(key) > keyBytesMax)
    return refuse(call, { status: 400, code: 'KeyTooLongError' });
  const operation = operations[call.method];
  if (!operation) return refuse(call, { status: 405, code: 'MethodNotAllowed' });
  if (bucket.denied.includes(operation.permission))
    return refuse(call, { status: 403, code: 'AccessDenied' });
  return operation.run(call, key, bucket);
}

type Operation = {
  permission: Permission;
  run: (call: Call, key: string, bucket: Bucket) => Answer;
};

const operations: Readonly<Record<string, Operation>> = {
  PUT: {
    permission: 'PutObject',
    run: ({ headers, body }, key, { objects, now }) => {
      const contentType = headers['content-type'] ?? 'binary/octet-stream';
      objects.set(key, { bytes: body, contentType, at: now() });
      return { status: 200, headers: { etag: computeTag(body) } };
    },
  },
  DELETE: {
    permission: 'DeleteObject',
    run: (_, key, { objects }) => {
      objects.delete(key);
      return { status: 204 };
    },
  },
  GET: { permission: 'GetObject', run: readObject },
  HEAD: { permission: 'GetObject', run: readObject },
};

function readObject(call: Call, key: string, { objects, denied }: Bucket): Answer {
  const found = objects.get(key);
  // Who may not list may not learn what is missing either.
  if (!found)
    return refuse(
      call,
      denied.includes('ListBucket')
        ? { status: 403, code: 'AccessDenied' }
        : { status: 404, code: 'NoSuchKey' },
    );
  return {
    status: 200,
    ...(call.method === 'GET' && { body: found.bytes }),
    headers: {
      'content-type': found.contentType,
      'content-length': found.bytes.length,
      'last-modified': found.at.toUTCString(),
      etag: computeTag(found.bytes),
    },
  };
}

const listParameters = [
  'continuation-token',
  'delimiter',
  'encoding-type',
  'list-type',
  'max-keys',
  'prefix',
  'x-id',
];

function listObjects(call: Call, { objects, denied, bucket, pageSize }: Bucket): Answer {
  const query = call.url.searchParams;
  if (call.method !== 'GET') return refuse(call, { status: 405, code: 'MethodNotAllowed' });
  const unknown = [...query.keys()].find((name) => !listParameters.includes(name));
  if (unknown || query.get('list-type') !== '2')
    return refuse(call, { status: 501, code: 'NotImplemented', message: String(unknown) });
  if (denied.includes('ListBucket')) return refuse(call, { status: 403, code: 'AccessDenied' });
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString();
  if (token !== null && !objects.has(after))
    return refuse(call, { status: 400, code: 'InvalidArgument', message: 'continuation-token' });
  const rest = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
  const page = rest.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1000)));
  const isTruncated = rest.length > page.length;
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1)!).toString('base64url')}</NextContinuationToken>`
    : '';
  const contents = page.map((key) => {
    const { bytes, at } = objects.get(key)!;
    return `<Contents><Key>${escapeMarkup(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  return sendXml(
    200,
    `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

const computeTag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const sendXml = (status: number, xml: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${xml}`,
  headers: { 'content-type': 'application/xml' },
});

/** A response to HEAD has no body, not even of an error. */
function refuse({ method, url }: Call, { status, code, message = code }: Refusal): Answer {
  if (method === 'HEAD') return { status };
  const resource = escapeMarkup(url.pathname);
  return sendXml(
    status,
    `<Error><Code>${code}</Code><Message>${escapeMarkup(message)}</Message><Resource>${resource}</Resource><RequestId>1</RequestId></Error>`,
  );
}
