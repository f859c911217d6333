// The hash chain: sha256(previous hash, journal), afterwards, so that no posting waits for it.

import { createHash } from 'node:crypto';
import type { Db } from '#kernel/database/database.ts';
import { lowestIdAt } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hourMs } from '#lib/durations.ts';
import { appendSeals, findChainHead, listUnsealed, readSeals } from './seal-store.ts';

type Deps = Pick<Kernel, 'work' | 'clock' | 'log'>;

const batchSize = 1000;
const verifyBatchSize = 2000;
const firstHash: Buffer = Buffer.alloc(32);
const firstId = '00000000-0000-0000-0000-000000000000';

const hashAfter = (before: Buffer, content: string): Buffer =>
  createHash('sha256').update(before).update(content, 'utf8').digest();

/**
 * Seals committed journals and returns how many. Looks back one hour from the last seal, because a
 * transaction may commit later than the time in its journal's id; `isComplete` looks back without
 * limit, for use after you know why an old journal has no seal. Does nothing while another process
 * seals.
 */
export async function sealJournals(
  { work, clock, log }: Deps,
  { isComplete = false } = {},
): Promise<number> {
  const head = await work.read(findChainHead);
  let position = head?.position ?? 0n;
  let hash = head?.hash ?? firstHash;
  let fromId =
    head && !isComplete ? lowestIdAt(new Date(head.sealed_at.getTime() - hourMs)) : firstId;
  for (let sealed = 0; ; ) {
    const journals = await work.read((db) => listUnsealed(db, fromId, batchSize));
    const seals = journals.map(({ id, content }) => {
      hash = hashAfter(hash, content);
      return { id, hash };
    });
    const isSealed =
      seals.length > 0 && (await work.write((tx) => appendSeals(tx, position, seals, clock.now())));
    if (!isSealed) {
      // A copy of the head outside the database: a rewritten chain has a different head.
      if (sealed > 0)
        log.info({ position: String(position), head: hash.toString('hex') }, 'sealed');
      return sealed;
    }
    sealed += seals.length;
    position += BigInt(seals.length);
    fromId = seals.at(-1)!.id;
  }
}

export type ChainReport = { sealed: number; head: string; problems: string[] };

/** Reads the whole chain. A changed journal is reported once; later ones use the stored hash. */
export async function checkChain(db: Db, problemsMax: number): Promise<ChainReport> {
  const problems: string[] = [];
  let position = 0n;
  let hash: Buffer = firstHash;
  const addProblem = (problem: string) => {
    if (problems.length < problemsMax) problems.push(problem);
  };
  for (;;) {
    const rows = await readSeals(db, position, verifyBatchSize);
    for (const row of rows) {
      if (row.position !== position + 1n)
        addProblem(`Seals are missing before position ${row.position}.`);
      if (row.content === null) addProblem(`Journal ${row.journal_id} was sealed and is gone.`);
      else if (!hashAfter(hash, row.content).equals(row.hash))
        addProblem(`Journal ${row.journal_id} is not what was sealed at position ${row.position}.`);
      hash = row.hash;
      position = row.position;
    }
    if (rows.length < verifyBatchSize)
      return { sealed: Number(position), head: hash.toString('hex'), problems };
  }
}
