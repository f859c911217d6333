// What was spoken before is in the storage, for its account alone.
import { createHash } from 'node:crypto';
import { contentTypes, type SpeechFormat } from '../speech-limits.ts';
import * as store from './phrase-store.ts';
import type { Speech } from './speech.ts';

const keptDays = 30;
const dayMs = 86_400_000;
const batchMax = 500;
/** Part of every digest: another number makes all that is kept unknown. */
const version = 1;

export type Phrase = store.PhraseFacts & { audio: Buffer };

export const digestOf = (facts: object): string =>
  createHash('sha256')
    .update(JSON.stringify([version, facts]))
    .digest('hex');

const keyOf = (digest: string) => `speech/${digest}`;

/** Null when nobody of the account had this spoken. Its use is noted once a day, not each time. */
export async function findPhrase({ kernel }: Speech, digest: string): Promise<Phrase | null> {
  const { database, clock, storage } = kernel;
  const [kept, audio] = await Promise.all([
    store.findPhrase(database.write, digest),
    storage.readBytes(keyOf(digest)),
  ]);
  if (!kept || !audio) return null;
  const now = clock.now();
  if (now.getTime() - kept.usedAt.getTime() > dayMs)
    await store.touchPhrase(database.write, digest, now);
  return { ...kept.facts, audio };
}

export async function keepPhrase(
  { kernel }: Speech,
  { digest, accountId, format }: { digest: string; accountId: number; format: SpeechFormat },
  { audio, ...facts }: Phrase,
): Promise<void> {
  const { database, clock, storage } = kernel;
  await storage.put(keyOf(digest), audio, { contentType: contentTypes[format] });
  await store.keepPhrase(database.write, { digest, accountId, facts, now: clock.now() });
}

/** Files first: a row that is left finds its file gone, and is removed the next time. */
export async function forgetPhrases({ kernel }: Speech): Promise<void> {
  const { database, clock, storage } = kernel;
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  for (;;) {
    const digests = await store.listPhrasesBefore(database.write, before, batchMax);
    for (const digest of digests) await storage.remove(keyOf(digest));
    await store.deletePhrases(database.write, digests);
    if (digests.length < batchMax) return;
  }
}
