// The folders of a place with backups, and which of them are deleted.
import { readdirSync } from 'node:fs';
import { dayMs, hourMs } from '#lib/durations.ts';
import { UsageError } from './problem.ts';

export type Kind = 'dump' | 'physical';
/** A draft is one that is being made, or whose making was broken off. */
export type FoundBackup = { kind: Kind; at: Date; name: string; isDraft: boolean };

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

/** Undefined for the name of anything else. */
export function parseName(name: string): FoundBackup | undefined {
  const [, kind, day, hour, minute, second, draft] = shape.exec(name) ?? [];
  if (!kind) return undefined;
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return { kind: kind as Kind, at, name, isDraft: Boolean(draft) };
}

/**
 * The backups of one kind that are older than `ageMs`, except the newest one, and what broken runs
 * left behind a day ago.
 */
export function selectOld(
  found: readonly FoundBackup[],
  kind: Kind,
  { ageMs, now }: { ageMs: number; now: Date },
): FoundBackup[] {
  const all = found.filter((one) => one.kind === kind);
  const complete = all.filter(({ isDraft }) => !isDraft);
  const isOlder = ({ at }: FoundBackup, ms: number) => now.getTime() - at.getTime() > ms;
  return [
    ...complete.slice(0, -1).filter((one) => isOlder(one, ageMs)),
    ...all.filter((one) => one.isDraft && isOlder(one, dayMs)),
  ];
}

/** Those of a folder, the oldest first. */
export const listBackups = (place: string): FoundBackup[] =>
  readdirSync(place)
    .flatMap((name) => parseName(name) ?? [])
    .sort((a, b) => a.at.getTime() - b.at.getTime());
