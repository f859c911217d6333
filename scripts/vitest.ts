// Runs Vitest with the given arguments: `npm run vitest -- run src/areas/leads`. With `slowest` it
// lists the files that took longest when they last ran.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readTimes } from '#test/run-reporter.ts';
import { writeClients } from './sdk/write-clients.ts';

const root = path.resolve(import.meta.dirname, '..');
const [command, ...rest] = process.argv.slice(2);
const listedMax = 40;

if (command === 'slowest') printSlowest(Number(rest[0] ?? listedMax));
else {
  if (!existsSync(path.join(root, 'sdk/src/generated'))) writeClients();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

function printSlowest(count: number): void {
  const files = Object.entries(readTimes()).sort(([, a], [, b]) => b.seconds - a.seconds);
  const total = files.reduce((sum, [, { seconds }]) => sum + seconds, 0);
  console.log('seconds  CPU seconds  tests  file');
  for (const [file, { seconds, cpuSeconds, tests }] of files.slice(0, count)) {
    const cells = [
      seconds.toFixed(1).padStart(7),
      (cpuSeconds?.toFixed(1) ?? '').padStart(11),
      String(tests).padStart(5),
    ];
    console.log(`${cells.join('  ')}  ${file}`);
  }
  console.log(`${total.toFixed(0).padStart(7)}  in all ${files.length} files`);
}
