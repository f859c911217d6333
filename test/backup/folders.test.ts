import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  deleteOldBackups,
  deleteOldLog,
  folderName,
  readAge,
} from '../../scripts/backup/folders.ts';

const now = new Date('2026-11-23T08:42:13.500Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

function placeWith(...names: string[]): string {
  const place = mkdtempSync(path.join(os.tmpdir(), 'weftline-folders-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  for (const name of names) mkdirSync(path.join(place, name));
  return place;
}

test('a folder is named by kind and time', () => {
  expect(folderName('dump', now)).toBe('weftline-dump-2026-11-23T08-42-13Z');
});

test.each([
  ['36h', 36 * 3_600_000],
  ['7d', 7 * 86_400_000],
  ['4w', 28 * 86_400_000],
])('%s is an age', (text, ms) => {
  expect(readAge(text)).toBe(ms);
});

test.each(['', '7', 'd', '0d', '7 d', '-7d', '7y', '99999d'])('%j is no age', (text) => {
  expect(() => readAge(text)).toThrow('36h, 7d or 4w');
});

test('old backups of the kind are deleted, others stay', () => {
  const old = folderName('dump', daysAgo(8));
  const kept = [folderName('dump', daysAgo(6)), folderName('physical', daysAgo(30)), 'something'];
  const place = placeWith(old, ...kept);
  expect(deleteOldBackups(place, 'dump', readAge('7d'), now)).toEqual([path.join(place, old)]);
  expect(readdirSync(place).sort()).toEqual(kept.toSorted());
});

test('the newest backup stays, whatever its age', () => {
  const newest = folderName('dump', daysAgo(20));
  const place = placeWith(folderName('dump', daysAgo(30)), newest);
  deleteOldBackups(place, 'dump', readAge('7d'), now);
  expect(readdirSync(place)).toEqual([newest]);
});

test('what a broken run left is deleted after a day and never counts as the newest', () => {
  const complete = folderName('dump', daysAgo(20));
  const broken = `${folderName('dump', daysAgo(2))}.draft`;
  const running = `${folderName('dump', daysAgo(0.1))}.draft`;
  const place = placeWith(complete, broken, running);
  deleteOldBackups(place, 'dump', readAge('7d'), now);
  expect(readdirSync(place).sort()).toEqual([complete, running]);
});

test('log from before the oldest physical backup is deleted, histories stay', () => {
  const place = placeWith(folderName('physical', daysAgo(5)), folderName('dump', daysAgo(30)));
  const log = placeWith();
  const write = (name: string, days: number) => {
    writeFileSync(path.join(log, name), '');
    utimesSync(path.join(log, name), daysAgo(days), daysAgo(days));
  };
  write('000000010000000000000001.gz', 6);
  write('000000010000000000000002.gz', 5);
  write('000000010000000000000003.gz', 1);
  write('00000002.history.gz', 20);
  expect(deleteOldLog(log, place)).toBe(1);
  expect(readdirSync(log).sort()).toEqual([
    '000000010000000000000002.gz',
    '000000010000000000000003.gz',
    '00000002.history.gz',
  ]);
});

test('without a physical backup no log is deleted', () => {
  const log = placeWith('000000010000000000000001.gz');
  expect(deleteOldLog(log, placeWith(folderName('dump', daysAgo(5))))).toBe(0);
});
