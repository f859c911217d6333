// Verifies a download by its SHA-256: that of the catalogue, else the one that the release
// publishes beside its files. Without both only the size was compared.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import type { SpeechModel } from './catalogue.ts';
import { ModelError } from './model-error.ts';

export type Verification = { by: 'catalogue' | 'release' | 'size'; sha256: string };

const checksumsBytesMax = 5_000_000;
const timeoutMs = 30_000;

/** Throws ModelError when the digest is another one. */
export async function verifyDownload(
  file: string,
  model: SpeechModel,
  baseUrl: string,
): Promise<Verification> {
  const expected = model.sha256 ?? (await findPublishedDigest(model, baseUrl));
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const sha256 = hash.digest('hex');
  if (expected !== null && sha256 !== expected)
    throw new ModelError(
      `The download is not the expected file and was deleted: its SHA-256 is ${sha256} instead of ${expected}. Run the command again; if that changes nothing, its publisher replaced it, or the mirror has another one.`,
    );
  return { by: model.sha256 ? 'catalogue' : expected ? 'release' : 'size', sha256 };
}

/** From `checksum.txt` of the release, one line per file. Null without the file or the line. */
async function findPublishedDigest({ file }: SpeechModel, baseUrl: string): Promise<string | null> {
  const [folder, name] = file.split('/');
  try {
    const response = await fetch(`${baseUrl}/${folder}/checksum.txt`, {
      headers: { 'user-agent': userAgent },
      signal: createTimeout(timeoutMs),
    });
    if (!response.ok || Number(response.headers.get('content-length')) > checksumsBytesMax)
      return null;
    return parseChecksums(await response.text()).get(name!) ?? null;
  } catch {
    return null;
  }
}

/** Both orders are in use: `name digest`, and `digest  name` of sha256sum. */
export function parseChecksums(text: string): Map<string, string> {
  const digests = new Map<string, string>();
  for (const line of text.split('\n')) {
    const parts = line.trim().split(/\s+\*?/);
    const digest = parts.find((part) => /^[0-9a-f]{64}$/i.test(part));
    const name = parts.find((part) => part !== digest);
    if (digest && name) digests.set(name, digest.toLowerCase());
  }
  return digests;
}
