// An object storage with Amazon's S3 API on a free port: objects in one bucket, kept in memory. It
// checks the signature of every call as Amazon does, and stores a body as it arrives, as most other
// servers do: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type StoredObject = { bytes: Buffer; contentType: string };
type Refusal = { status: number; code: string };

export type S3Server = { url: string; stop(): Promise<void> };
type Options = {
  bucket: string;
  keyId: string;
  secret: string;
  /** Of a list. Small, so that tests with a few objects see several pages. */
  pageSize?: number;
};

export async function startS3Server(options: Options): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const server = http.createServer(async (request, response) => {
    const body = await buffer(request);
    const refusal = findRefusal(request, body, options);
    if (refusal) return refuse(response, refusal);
    const [, bucket, ...rest] = new URL(request.url ?? '', 'http://s3').pathname.split('/');
    if (bucket !== options.bucket) return refuse(response, { status: 404, code: 'NoSuchBucket' });
    const key = decodeURIComponent(rest.join('/'));
    if (key === '') return sendList(request, response, [...objects.keys()].sort(), options);
    handleObject(request, response, { objects, key, body });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type ObjectCall = { objects: Map<string, StoredObject>; key: string; body: Buffer };

function handleObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { objects, key, body }: ObjectCall,
): void {
  if (method === 'PUT') {
    const contentType = headers['content-type'] ?? 'binary/octet-stream';
    objects.set(key, { bytes: body, contentType });
    response.writeHead(200, { etag: tagOf(body) }).end();
    return;
  }
  if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  const found = objects.get(key);
  if (!found) {
    refuse(response, { status: 404, code: 'NoSuchKey' });
    return;
  }
  response.writeHead(200, {
    'content-type': found.contentType,
    'content-length': found.bytes.length,
    'last-modified': new Date().toUTCString(),
    etag: tagOf(found.bytes),
  });
  response.end(method === 'HEAD' ? undefined : found.bytes);
}

function sendList(
  request: IncomingMessage,
  response: ServerResponse,
  keys: readonly string[],
  { bucket, pageSize = 2 }: Options,
): void {
  const { searchParams } = new URL(request.url ?? '', 'http://s3');
  const prefix = searchParams.get('prefix') ?? '';
  const after = searchParams.get('continuation-token') ?? '';
  const rest = keys.filter((key) => key.startsWith(prefix) && key > after);
  const page = rest.slice(0, pageSize);
  const isTruncated = rest.length > page.length;
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${now()}</LastModified></Contents>`,
  );
  sendXml(
    response,
    200,
    `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }${contents.join('')}</ListBucketResult>`,
  );
}

const now = () => new Date().toISOString();
const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

const refuse = (response: ServerResponse, { status, code }: Refusal): void =>
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

const authorizationShape =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/;

/** Checks who signed, what was signed, and that the body is the signed one. */
function findRefusal(
  request: IncomingMessage,
  body: Buffer,
  { keyId, secret }: Options,
): Refusal | undefined {
  const { headers } = request;
  const [, id, scope = '', names = '', signature = ''] =
    authorizationShape.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) return { status: 403, code: 'AccessDenied' };
  if (id !== keyId) return { status: 403, code: 'InvalidAccessKeyId' };
  const hash = String(headers['x-amz-content-sha256']);
  if (/^[\da-f]{64}$/.test(hash) && hash !== sha256(body))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const canonical = describeRequest(request, names, hash);
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, 'hex'))
    ? undefined
    : { status: 403, code: 'SignatureDoesNotMatch' };
}

/** The canonical request: what both sides sign. */
function describeRequest({ method, url, headers }: IncomingMessage, names: string, hash: string) {
  const { pathname, search } = new URL(url ?? '', 'http://s3');
  const query = search.slice(1).split('&').filter(Boolean);
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const parameters = query.map((one) => (one.includes('=') ? one : `${one}=`)).sort();
  return [method, pathname, parameters.join('&'), signed.join(''), names, hash].join('\n');
}
