// Compresses every text of the site, which would take seconds at start-up. Each text is compressed
// once, and as thoroughly as it pays.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import { placeholderMark, unfilledSuffix } from '../../src/lib/setting-placeholders.ts';

const compressible = /\.(css|html|js|json|md|svg|txt|webmanifest|xml)$/;
/** Smaller files fit in one packet anyway. */
const bytesMin = 256;
/** As many as Node has threads for it. */
const filesAtOnce = 4;

/**
 * Options for a text of so many bytes. The window is as large as the text: zlib's usual one of 4 MB
 * takes ten times as long to prepare as a small file takes to compress.
 */
export function brotliAt(quality: number, bytes: number): BrotliOptions {
  const windowBits = Math.max(16, Math.min(22, Math.ceil(Math.log2(bytes + 16))));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}

/** Of what the server fills in: it compresses the text again, thoroughly. */
const quick = 5;
/** Of what is sent with every page. */
const thorough = 11;
/** A sixteenth of the time for a tenth more. */
const usual = 9;

/** What is compressed to how it is stored: the suffix says what the server has to do with it. */
function plan(place: string, body: Buffer, isOfStart: boolean) {
  if (body.includes(placeholderMark)) {
    if (place.includes('/assets/')) throw new Error(`${place} must not contain a setting.`);
    return { suffix: unfilledSuffix, options: brotliAt(quick, body.length) };
  }
  if (body.length < bytesMin) return undefined;
  return { suffix: '.br', options: brotliAt(isOfStart ? thorough : usual, body.length) };
}

/**
 * Writes the compressed copy of a text beside it, and returns its size. Throws when a file named by
 * its hash has a setting.
 */
export function compressText(place: string, text: string): number {
  const body = Buffer.from(text);
  const found = plan(place, body, false);
  if (!found) return body.length;
  const compressed = brotliCompressSync(body, found.options);
  writeFileSync(place + found.suffix, compressed);
  return compressed.length;
}

/** Compresses all texts below `root` that have no copy yet. Of `start` are addresses of files. */
export async function compressRest(root: string, start: readonly string[]): Promise<void> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => compressible.test(file))
    .map((file) => ({ place: path.join(root, file), isOfStart: start.includes(`/${file}`) }))
    .filter(({ place }) => !existsSync(`${place}.br`) && !existsSync(place + unfilledSuffix))
    .values();
  const work = async () => {
    for (const { place, isOfStart } of files) {
      const body = await readFile(place);
      const found = plan(place, body, isOfStart);
      if (!found) continue;
      await writeFile(place + found.suffix, await promisify(brotliCompress)(body, found.options));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
}
