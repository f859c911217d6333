import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { dayMs } from '#lib/durations.ts';

export const now = new Date('2026-11-23T08:42:13.500Z');
export const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

/** A folder with folders of these names. */
export function placeWith(...names: string[]): string {
  const place = mkdtempSync(path.join(os.tmpdir(), 'weftline-folders-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  for (const name of names) mkdirSync(path.join(place, name));
  return place;
}
