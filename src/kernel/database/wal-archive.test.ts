import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { archiveCommand, archiveSettings, restoreCommand } from './wal-archive.ts';

const segment = '000000010000000000000002';
let folder: string;
let source: string;

beforeEach(() => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "weftline-wal-it's 100%-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  folder = path.join(dir, 'archive');
  source = path.join(dir, 'source');
  archiveSettings({ prefix: [], ownerUid: process.getuid?.() ?? 0 }, folder);
  writeFileSync(source, 'the first segment');
});

/** As PostgreSQL runs it. */
function run(command: string, file: string): number | null {
  const words: Record<string, string> = { '%%': '%', '%f': segment, '%p': file };
  const text = command.replaceAll(/%[%fp]/g, (word) => words[word] ?? word);
  return spawnSync('/bin/sh', ['-c', text], { stdio: 'ignore' }).status;
}

const archived = () => gunzipSync(readFileSync(path.join(folder, `${segment}.gz`))).toString();

test('a segment is archived under its name, and nothing else stays in the folder', () => {
  expect(run(archiveCommand(folder), source)).toBe(0);
  expect(archived()).toBe('the first segment');
  expect(readdirSync(folder)).toEqual([`${segment}.gz`]);
});

test('the same segment may be archived again, another one of that name may not', () => {
  run(archiveCommand(folder), source);
  expect(run(archiveCommand(folder), source)).toBe(0);
  writeFileSync(source, 'a segment of another server');
  expect(run(archiveCommand(folder), source)).toBe(1);
  expect(archived()).toBe('the first segment');
});

test('a segment that cannot be read is not archived', () => {
  expect(run(archiveCommand(folder), `${source}.missing`)).not.toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('a segment is restored; a missing one is an error', () => {
  const target = `${source}.restored`;
  expect(run(restoreCommand(folder), target)).toBe(1);
  run(archiveCommand(folder), source);
  expect(run(restoreCommand(folder), target)).toBe(0);
  expect(readFileSync(target, 'utf8')).toBe('the first segment');
});

test('a folder in which nothing can be written stops the start', () => {
  expect(() => archiveSettings({ prefix: ['false'], ownerUid: 0 }, folder)).toThrow(
    /BACKUP_WAL_DIR: .* cannot write to/,
  );
});
