// One file of the site as it is sent: with all its headers, in each encoding.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fillSettings, placeholderMark } from '#lib/setting-placeholders.ts';
import type { SiteSettings } from '#lib/site-settings.ts';
import type { Encoding } from '../http/content-negotiation.ts';

export type Variant = { etag: string; body: Buffer; headers: string[]; notModified: string[] };
export type Entry = { encodings: readonly Encoding[]; variantOf: (encoding: Encoding) => Variant };

type Headers = Record<string, string>;
type FilledText = { text: Buffer; headers: Headers; extension: string };

const suffixes: Record<Encoding, string> = { identity: '', br: '.br', gzip: '.gz' };
const contentTypes: Record<string, string> = {
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
