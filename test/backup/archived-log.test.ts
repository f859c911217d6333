import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deleteOldLog, recordPlace } from '../../src/backups/archived-log.ts';
import { folderName } from '../../src/backups/folders.ts';
import { daysAgo, placeWith } from './places.ts';

const [first, second, third] = [6, 5, 1].map((days) => `00000001000000000000000${9 - days}.gz`);
const history = '00000002.history.gz';

/** An archive with log of 6, 5 and 1 days ago, and an older history of a timeline. */
function archive(): string {
  const folder = placeWith();
  for (const [name = '', days = 0] of [
    [first, 6],
    [second, 5],
    [third, 1],
    [history, 20],
  ] as const) {
    writeFileSync(path.join(folder, name), '');
    utimesSync(path.join(folder, name), daysAgo(days), daysAgo(days));
  }
  return folder;
}
const physical = (days: number) => folderName('physical', daysAgo(days));
const listLog = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .sort();

test('log from before the oldest physical backup is deleted, histories stay', () => {
  const log = archive();
  recordPlace(log, placeWith(physical(5), physical(2), folderName('dump', daysAgo(30))));
  expect(deleteOldLog(log)).toEqual({ deleted: 1, unseen: [] });
  expect(listLog(log)).toEqual([second, third, history]);
});

test('log that a backup in another place needs stays, until that backup is deleted', () => {
  const log = archive();
  const other = placeWith(physical(7), physical(3));
  recordPlace(log, other);
  recordPlace(log, placeWith(physical(1)));
  expect(deleteOldLog(log)).toEqual({ deleted: 0, unseen: [] });
  rmSync(path.join(other, physical(7)), { recursive: true });
  expect(deleteOldLog(log)).toEqual({ deleted: 2, unseen: [] });
  expect(listLog(log)).toEqual([third, history]);
});

test('log of a place that cannot be seen stays, and the place is named', () => {
  const log = archive();
  const away = placeWith(physical(5));
  recordPlace(log, away);
  recordPlace(log, placeWith(physical(1)));
  const [note] = readdirSync(log).filter((name) => name.endsWith('.json'));
  const unseen = [{ place: away, note: expect.stringMatching(/place-.*\.json$/) }];
  for (const empty of [true, false]) {
    rmSync(empty ? path.join(away, physical(5)) : away, { recursive: true });
    expect(deleteOldLog(log).unseen).toEqual(unseen);
    expect(listLog(log)).toEqual([second, third, history]);
  }
  expect(note).toBeDefined();
});

test('without a physical backup no log is deleted', () => {
  const log = archive();
  expect(deleteOldLog(log)).toEqual({ deleted: 0, unseen: [] });
  expect(listLog(log)).toEqual([first, second, third, history]);
});
