import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { placeholderMark, unfilledSuffix } from '../../src/lib/setting-placeholders.ts';

const compressible = /\.(css|data|html|js|json|md|svg|txt|webmanifest|xml)$/;
/** Smaller files fit in one packet anyway. */
const bytesMin = 256;
/** A build in a container may open only 1024 files. */
const filesAtOnce = 32;
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/**
 * Writes a `.br` next to every text file, which would take seconds at start-up. Next to those that
 * the server fills in it writes a copy for that, compressed quickly. Throws when a file
 * named by its hash would be one of them.
 */
export async function precompress(root: string): Promise<void> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => compressible.test(file) && !file.startsWith('.vite'))
    .values();
  const work = async () => {
    for (const file of files) await compressFile(path.join(root, file));
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
}

async function compressFile(file: string): Promise<void> {
  const body = await readFile(file);
  if (body.includes(placeholderMark)) {
    if (file.includes('/assets/')) throw new Error(`${file} must not contain a setting.`);
    await writeFile(file + unfilledSuffix, await promisify(brotliCompress)(body, quickBrotli));
    return;
  }
  if (body.length < bytesMin) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body, brotli));
}
