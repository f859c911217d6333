// The folders of a place with backups, and which of them are deleted.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dayMs, hourMs } from '#lib/durations.ts';
import { UsageError } from './problem.ts';

export type Kind = 'dump' | 'physical';
type BackupFolder = { kind: Kind; at: Date; folder: string; isDraft: boolean };

export const draftSuffix = '.draft';
const shape = /^weftline-(dump|physical)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(\.draft)?$/;
const units = { h: hourMs, d: dayMs, w: 7 * dayMs } as const;

/** `weftline-dump-2026-11-23T08-42-13Z`. */
export const folderName = (kind: Kind, at: Date): string =>
  `weftline-${kind}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Milliseconds of `36h`, `7d` or `4w`. */
export function readAge(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (!count) throw new UsageError(`--keep needs an age such as 36h, 7d or 4w, not "${text}".`);
  return Number(count) * units[unit as keyof typeof units];
}

/**
 * Deletes the backups of one kind that are older than `ageMs`, except the newest one, and what
 * broken runs left behind a day ago. Returns the deleted folders.
 */
export function deleteOldBackups(place: string, kind: Kind, ageMs: number, now: Date): string[] {
  const all = listBackups(place).filter((one) => one.kind === kind);
  const complete = all.filter(({ isDraft }) => !isDraft);
  const isOlder = ({ at }: BackupFolder, ms: number) => now.getTime() - at.getTime() > ms;
  const old = [
    ...complete.slice(0, -1).filter((one) => isOlder(one, ageMs)),
    ...all.filter((one) => one.isDraft && isOlder(one, dayMs)),
  ];
  for (const { folder } of old) rmSync(folder, { recursive: true });
  return old.map(({ folder }) => folder);
}

/** The oldest first. */
export function listBackups(place: string): BackupFolder[] {
  return readdirSync(place)
    .flatMap((name) => {
      const [, kind, day, hour, minute, second, draft] = shape.exec(name) ?? [];
      if (!kind) return [];
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return [{ kind: kind as Kind, at, folder: path.join(place, name), isDraft: Boolean(draft) }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
