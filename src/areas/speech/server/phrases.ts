// What was spoken before is in the storage, for its account alone.
import { createHash } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import { budgets } from '#lib/budgets.ts';
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
  const { work, clock, storage } = kernel;
  const [kept, audio] = await Promise.all([
    work.read((db) => store.findPhrase(db, digest)),
    storage.readBytes(keyOf(digest)),
  ]);
  if (!kept || !audio) return null;
  const now = clock.now();
  if (now.getTime() - kept.usedAt.getTime() > dayMs)
    await work.write((tx) => store.touchPhrase(tx, digest, now));
  return { ...kept.facts, audio };
}

/** Its room is made afterwards; what does not get removed now goes with the next phrase. */
export async function keepPhrase(
  { kernel }: Speech,
  { digest, accountId, format }: { digest: string; accountId: number; format: SpeechFormat },
  { audio, ...facts }: Phrase,
): Promise<void> {
  const { work, clock, storage, log } = kernel;
  await storage.put(keyOf(digest), audio, { contentType: contentTypes[format] });
  const row = { digest, accountId, facts, sizeBytes: audio.length, now: clock.now() };
  await work.write((tx) => store.keepPhrase(tx, row));
  try {
    const beyond = await work.read((db) => store.listPhrasesBeyond(db, accountId, budget));
    await removePhrases(kernel, beyond);
  } catch (err) {
    log.warn({ err }, 'phrases beyond the budget were not removed');
  }
}

const budget = { max: budgets.phrasesPerAccount, bytesMax: budgets.phraseBytesPerAccount };

/** Files first: a row that is left finds its file gone, and is removed the next time. */
async function removePhrases({ work, storage }: Kernel, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  for (const digest of digests) await storage.remove(keyOf(digest));
  await work.write((tx) => store.deletePhrases(tx, digests));
}

export async function forgetPhrases({ kernel }: Speech): Promise<void> {
  const { work, clock } = kernel;
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  for (;;) {
    const digests = await work.read((db) => store.listPhrasesBefore(db, before, batchMax));
    await removePhrases(kernel, digests);
    if (digests.length < batchMax) return;
  }
}
