// How long the command line takes to start: what people wait for before anything happens.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildSdk } from '../scripts/sdk/build-sdk.ts';
import { median, type Row } from './load/rows.ts';

const starts = 15;

export default async function measureCli(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-cli-'));
  try {
    await buildSdk(folder);
    const program = path.join(folder, 'cli/main.js');
    const times = { help: [] as number[], command: [] as number[], node: [] as number[] };
    for (let at = 0; at < starts; at++) {
      times.node.push(timeOf(['-e', '0']));
      times.help.push(timeOf([program, '--help']));
      times.command.push(timeOf([program, 'profiles', 'list'], folder));
    }
    return [
      { what: '`weftline --help`', measured: median(times.help), unit: 'ms', limit: 150 },
      { what: '`weftline profiles list`', measured: median(times.command), unit: 'ms', limit: 150 },
      { what: '  of it Node that runs nothing', measured: median(times.node), unit: 'ms' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until the program has ended. */
function timeOf(args: readonly string[], home = os.tmpdir()): number {
  const env = { ...process.env, WEFTLINE_CONFIG: path.join(home, 'none.json') };
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - startedAt;
}
