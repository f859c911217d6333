// One file of the site as it is sent: with all its headers, in each encoding.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
} from 'node:zlib';
import { fillSettings, unfilledSuffix } from '#lib/setting-placeholders.ts';
import type { SiteSettings } from '#lib/site-settings.ts';
import type { Encoding } from '../http/content-negotiation.ts';

export type Variant = { etag: string; body: Buffer; headers: string[]; notModified: string[] };
export type Entry = { encodings: readonly Encoding[]; variantOf: (encoding: Encoding) => Variant };

/** `shared` are the headers that all encodings have in common. */
type SiteFile = { root: string; file: string; shared: Record<string, string> };

const suffixes: Record<Encoding, string> = { identity: '', br: '.br', gzip: '.gz' };
const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Throws when the file is gone. */
export function loadEntry(given: SiteFile, settings: SiteSettings): Entry {
  const place = path.join(given.root, given.file);
  const unfilled = place + unfilledSuffix;
  return existsSync(unfilled)
    ? filledEntry(given, readFileSync(unfilled), settings)
    : storedEntry(given, readFileSync(place));
}

/** With the compressed copies that the build has written. */
function storedEntry({ root, file, shared }: SiteFile, identity: Buffer): Entry {
  const write = createWriter(file, shared, identity);
  const variants = new Map([['identity' as Encoding, write('identity', identity)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const place = path.join(root, file + suffixes[encoding]);
    if (existsSync(place)) variants.set(encoding, write(encoding, readFileSync(place)));
  }
  const variantOf = (encoding: Encoding) => variants.get(encoding) as Variant;
  return { encodings: [...variants.keys()], variantOf };
}

/**
 * Filled in and compressed when it is first asked for: all 250 pages would take seconds at start.
 * The first response is compressed quickly, the later ones thoroughly. Until then the file is kept
 * compressed, because all of them have 20 MB.
 */
function filledEntry({ file, shared }: SiteFile, unfilled: Buffer, settings: SiteSettings): Entry {
  const variants = new Map<Encoding, Variant>();
  let write: ReturnType<typeof createWriter> | undefined;
  const variantOf = (encoding: Encoding): Variant => {
    const found = variants.get(encoding);
    if (found) return found;
    const body = variants.get('identity')?.body ?? fill(unfilled, settings);
    write ??= createWriter(file, shared, body);
    const save = (bytes: Buffer) => variants.set(encoding, write!(encoding, bytes));
    save(compressQuickly[encoding](body));
    if (encoding === 'br') compressThoroughly(body, save);
    return variantOf(encoding);
  };
  return { encodings: ['identity', 'br', 'gzip'], variantOf };
}

const fill = (unfilled: Buffer, settings: SiteSettings): Buffer =>
  Buffer.from(fillSettings(brotliDecompressSync(unfilled).toString(), settings));

/** In 3 ms for a page of 90 KB: the event loop waits. */
const compressQuickly: Record<Encoding, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body, { level: 9 }),
};

let compressing: Promise<unknown> = Promise.resolve();

/**
 * A tenth smaller, in 0.2 s of a thread. One at a time, because files and names of hosts wait for
 * the same threads. Should it fail, what was compressed quickly remains.
 */
function compressThoroughly(body: Buffer, save: (bytes: Buffer) => void): void {
  const compress = () => promisify(brotliCompress)(body);
  compressing = compressing.then(compress).then(save, () => {});
}

/** Prepares what is sent; the ETags are made of the uncompressed file. */
function createWriter(file: string, shared: Record<string, string>, identity: Buffer) {
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 20);
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  return (encoding: Encoding, body: Buffer): Variant => {
    const etag = `"${tag}${suffixes[encoding]}"`;
    const notModified = Object.entries({ ...shared, etag }).flat();
    const headers = [
      ...notModified,
      ...['content-type', type],
      ...['content-length', String(body.length)],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ];
    return { etag, body, headers, notModified };
  };
}
