import { expect, test } from 'vitest';
import { folderName, listBackups, readAge, selectOld } from '../../src/backups/folders.ts';
import { daysAgo, now, placeWith } from './places.ts';

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

const listOld = (place: string) =>
  selectOld(listBackups(place), 'dump', { ageMs: readAge('7d'), now }).map(({ name }) => name);

test('old backups of the kind are deleted, others stay', () => {
  const old = folderName('dump', daysAgo(8));
  const remaining = [folderName('dump', daysAgo(6)), folderName('physical', daysAgo(30)), 'other'];
  expect(listOld(placeWith(old, ...remaining))).toEqual([old]);
});

test('the newest backup stays, whatever its age', () => {
  const [old, newest] = [folderName('dump', daysAgo(30)), folderName('dump', daysAgo(20))];
  expect(listOld(placeWith(old, newest))).toEqual([old]);
});

test('what a broken run left is deleted after a day and never counts as the newest', () => {
  const complete = folderName('dump', daysAgo(20));
  const broken = `${folderName('dump', daysAgo(2))}.draft`;
  const running = `${folderName('dump', daysAgo(0.1))}.draft`;
  expect(listOld(placeWith(complete, broken, running))).toEqual([broken]);
});
