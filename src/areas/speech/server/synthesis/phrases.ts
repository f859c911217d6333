// Phrases: synthesized audio in the storage, for reuse by the same account.
import { createHash } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs } from '#lib/durations.ts';
import { contentTypes, type SpeechFormat } from '../../wire/speech.constants.ts';
import type { Speech } from '../speech.ts';
import * as phraseStore from './phrase-store.ts';

const retentionDays = 30;
const batchMax = 500;
/** Part of every digest: a new number invalidates all stored phrases. */
const version = 1;

export type Phrase = phraseStore.PhraseMetadata & { audio: Buffer };

export const computeDigest = (parameters: object): string =>
  createHash('sha256')
    .update(JSON.stringify([version, parameters]))
    .digest('hex');

const storageKey = (digest: string) => `speech/${digest}`;

/** Null when it is not stored. Its last use is updated at most once a day. */
export async function findPhrase({ kernel }: Speech, digest: string): Promise<Phrase | null> {
  const { work, clock, storage } = kernel;
  const [stored, audio] = await Promise.all([
    work.read((db) => phraseStore.findPhrase(db, digest)),
    storage.readBytes(storageKey(digest)),
  ]);
  if (!stored || !audio) return null;
  const now = clock.now();
  if (now.getTime() - stored.usedAt.getTime() > dayMs)
    await work.write((tx) => phraseStore.touchPhrase(tx, digest, now));
  return { ...stored.metadata, audio };
}

/** Phrases over the budget are removed afterwards; if that fails, with the next phrase. */
export async function savePhrase(
  { kernel }: Speech,
  { digest, accountId, format }: { digest: string; accountId: number; format: SpeechFormat },
  { audio, ...metadata }: Phrase,
): Promise<void> {
  const { work, clock, storage, log } = kernel;
  await storage.put(storageKey(digest), audio, { contentType: contentTypes[format] });
  const row = { digest, accountId, metadata, sizeBytes: audio.length, now: clock.now() };
  await work.write((tx) => phraseStore.upsertPhrase(tx, row));
  try {
    const overBudget = await work.read((db) =>
      phraseStore.listPhrasesOverBudget(db, accountId, budget),
    );
    await removePhrases(kernel, overBudget);
  } catch (err) {
    log.warn({ err }, 'phrases over the budget were not removed');
  }
}

const budget = { max: budgets.phrasesPerAccount, bytesMax: budgets.phraseBytesPerAccount };

/** Files first: if it fails in between, the row remains and is removed the next time. */
async function removePhrases({ work, storage }: Kernel, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  for (const digest of digests) await storage.remove(storageKey(digest));
  await work.write((tx) => phraseStore.deletePhrases(tx, digests));
}

export async function purgePhrases({ kernel }: Speech): Promise<void> {
  const { work, clock } = kernel;
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  for (;;) {
    const digests = await work.read((db) => phraseStore.listPhrasesBefore(db, before, batchMax));
    await removePhrases(kernel, digests);
    if (digests.length < batchMax) return;
  }
}
