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
export type Entry = {
  encodings: readonly Encoding[];
  findVariant: (encoding: Encoding) => Variant;
};

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
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Throws when the file is gone. */
export function loadEntry(siteFile: SiteFile, settings: SiteSettings): Entry {
  const place = path.join(siteFile.root, siteFile.file);
  const unfilled = readIfPresent(place + unfilledSuffix);
  if (unfilled) return packedEntry(siteFile, () => fill(unfilled, settings));
  const packed = readIfPresent(`${place}.br`);
  if (packed) return packedEntry(siteFile, () => brotliDecompressSync(packed), packed);
  const body = readFileSync(place);
  const variant = createWriter(siteFile.file, siteFile.shared, body)('identity', body);
  return { encodings: ['identity'], findVariant: () => variant };
}

const readIfPresent = (place: string): Buffer | undefined =>
  existsSync(place) ? readFileSync(place) : undefined;

/**
 * Kept as the build has compressed it, because all files have 30 MB; `open` says what it contains.
 * Each encoding is made when it is first asked for: filling in 250 pages would take seconds at
 * start. `br` is the file compressed thoroughly; without it the first response is compressed
 * quickly, the later ones thoroughly.
 */
function packedEntry({ file, shared }: SiteFile, open: () => Buffer, br?: Buffer): Entry {
  const variants = new Map<Encoding, Variant>();
  let write: ReturnType<typeof createWriter> | undefined;
  const findVariant = (encoding: Encoding): Variant => {
    const found = variants.get(encoding);
    if (found) return found;
    const body = variants.get('identity')?.body ?? open();
    write ??= createWriter(file, shared, body);
    const save = (bytes: Buffer) => variants.set(encoding, write!(encoding, bytes));
    if (encoding === 'br' && br) save(br);
    else save(compressQuickly[encoding](body));
    if (encoding === 'br' && !br) compressThoroughly(body, save);
    return findVariant(encoding);
  };
  return { encodings: ['identity', 'br', 'gzip'], findVariant };
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
      'content-type',
      type,
      'content-length',
      String(body.length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ];
    return { etag, body, headers, notModified };
  };
}
