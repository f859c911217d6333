// Which of the archived log is deleted. Each place with physical backups has a note in the archive,
// so that a backup in one place never deletes log that one in another place needs.
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { hourMs } from '#lib/durations.ts';
import { listBackups } from './folders.ts';
import { parseJson } from './manifest.ts';
import { BackupError } from './problem.ts';

const fileShape = /^place-[0-9a-f]{16}\.json$/;
const placeSchema = z.object({
  place: z.string(),
  /** When its oldest physical backup was made, for when the place cannot be seen. */
  oldestAt: z.iso.datetime(),
});

/** To be called after every physical backup. */
export function recordPlace(walFolder: string, place: string): void {
  const oldestAt = findOldest(place)?.toISOString();
  if (!oldestAt) return;
  const name = createHash('sha256').update(place).digest('hex').slice(0, 16);
  const file = path.join(walFolder, `place-${name}.json`);
  writeFileSync(`${file}.part`, `${JSON.stringify({ place, oldestAt })}\n`, { flush: true });
  renameSync(`${file}.part`, file);
}

export type DeletedLog = {
  /** Files. */
  deleted: number;
  /** Places without a physical backup, whose log is kept: their disk may be away. */
  unseen: { place: string; note: string }[];
};

/**
 * Deletes the archived log from before the oldest physical backup of all places, which no restore
 * needs. Histories of timelines are small and stay.
 */
export function deleteOldLog(walFolder: string): DeletedLog {
  const names = readdirSync(walFolder);
  const places = names
    .filter((name) => fileShape.test(name))
    .map((name) => readPlace(path.join(walFolder, name)));
  if (places.length === 0) return { deleted: 0, unseen: [] };
  const unseen = places.filter(({ isSeen }) => !isSeen).map(({ place, note }) => ({ place, note }));
  // What was archived later may contain what was written before; an hour for clocks that differ.
  const before = Math.min(...places.map(({ oldestAt }) => oldestAt.getTime())) - hourMs;
  const old = names
    .filter((name) => !name.includes('.history.') && !fileShape.test(name))
    .map((name) => path.join(walFolder, name))
    .filter((file) => statSync(file).mtimeMs < before);
  for (const file of old) rmSync(file);
  return { deleted: old.length, unseen };
}

function readPlace(note: string) {
  const read = placeSchema.safeParse(parseJson(readFileSync(note, 'utf8')));
  if (!read.success)
    throw new BackupError(`${note} is damaged: delete it, and make a new backup in its place.`);
  const { place, oldestAt } = read.data;
  const seen = findOldest(place);
  return { place, note, isSeen: seen !== undefined, oldestAt: seen ?? new Date(oldestAt) };
}

const findOldest = (place: string): Date | undefined =>
  (existsSync(place) ? listBackups(place) : []).find(
    ({ kind, isDraft }) => kind === 'physical' && !isDraft,
  )?.at;
