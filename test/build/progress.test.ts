import { expect, test } from 'vitest';
import { createProgress } from '../../scripts/progress.mjs';

function listen(isTTY: boolean) {
  const written: string[] = [];
  let atMs = 0;
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const progress = createProgress({ stream, now: () => atMs });
  return { written, progress, wait: (ms: number) => (atMs += ms) };
}

test('a log gets one line for each phase, begun before the work', () => {
  const { written, progress, wait } = listen(false);
  const install = progress.begin('Installing', 'half a minute');
  expect(written.join('')).toBe('Installing (half a minute) ... ');
  wait(31_240);
  install.end();
  const build = progress.begin('Building');
  wait(500);
  build.fail();
  expect(written.join('')).toBe(
    'Installing (half a minute) ... 31.2 s\nBuilding ... failed after 0.5 s\n',
  );
});

test('a terminal gets one line that is drawn again, and what it said last remains', () => {
  const { written, progress, wait } = listen(true);
  const phase = progress.begin('Building');
  wait(2000);
  phase.end();
  expect(written.every((text) => text.startsWith('\r\u001b[2K'))).toBe(true);
  expect(written.at(-1)).toMatch(/✓ Building +2\.0 s\n$/);
  expect(written.slice(0, -1).join('')).not.toContain('\n');
});
