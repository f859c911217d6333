import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProgress, openDurations } from '../../scripts/progress.mjs';

function listen(isTTY: boolean, known: Record<string, number> = {}) {
  const written: string[] = [];
  let atMs = 0;
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const durations = {
    find: (name: string) => known[name],
    keep: (name: string, ms: number) => {
      known[name] = ms;
    },
  };
  const progress = createProgress({ stream, now: () => atMs, durations });
  return { written, known, progress, wait: (ms: number) => (atMs += ms) };
}

test('a log gets a line at the start of each phase, and one at its end', () => {
  const { written, progress, wait } = listen(false, { Installing: 31_000 });
  const install = progress.begin('Installing');
  expect(written.join('')).toBe('Installing (usually 31 s) ...\n');
  wait(31_240);
  install.end();
  const build = progress.begin('Building');
  build.count(20, 711);
  build.count(40, 711);
  wait(500);
  build.fail();
  expect(written.slice(1).join('')).toBe(
    'Installing: 31.2 s\nBuilding ...\nBuilding (711) failed after 0.5 s\n',
  );
});

test('a terminal gets one line that is drawn again, and what it said last remains', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { written, progress, wait } = listen(true, { Building: 8000 });
    const phase = progress.begin('Building');
    wait(2000);
    vi.advanceTimersByTime(100);
    expect(written.at(-1)).toMatch(/Building +2\.0 s.*25 %, usually 8 s/);
    phase.count(20, 711);
    vi.advanceTimersByTime(100);
    expect(written.at(-1)).toMatch(/2\.0 s.*20 of 711, usually 8 s/);
    phase.end();
    expect(written.every((text) => text.startsWith('\r\u001b[2K'))).toBe(true);
    expect(written.at(-1)).toMatch(/✓ Building +2\.0 s\n$/);
    expect(written.slice(0, -1).join('')).not.toContain('\n');
  } finally {
    vi.useRealTimers();
  }
});

test('what a phase took is remembered when it succeeded, and a phase that is new is estimated', () => {
  const { known, written, progress, wait } = listen(false);
  progress.begin('Installing the packages').fail();
  expect(known).toEqual({});
  expect(written[0]).toBe('Installing the packages (usually 40 s) ...\n');
  const again = progress.begin('Installing the packages');
  wait(20_000);
  again.end();
  expect(known).toEqual({ 'Installing the packages': 20_000 });
});

test('durations are kept in a file, and one that is broken or can not be written changes nothing', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'durations-'));
  const file = path.join(folder, '.cache/durations.json');
  openDurations(file).keep('Building', 1234.5);
  openDurations(file).keep('Joining', 10);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ Building: 1235, Joining: 10 });
  writeFileSync(file, 'broken');
  expect(openDurations(file).find('Building')).toBeUndefined();
  openDurations(path.join(file, 'below-a-file.json')).keep('Building', 1);
});
