// npm run chaos [-- --short | --long | --minutes N] [--seed N]: faults under load, and whether
// anything was lost or done twice. Exits with 1 when it was. --long writes docs/faults.md.
// SIGTERM: no further fault, and the judgement of what happened until then.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { toPage } from '#test/chaos/page.ts';
import { type Progress, type Report, runChaos } from '#test/chaos/run.ts';
import { describeRun } from '../bench/load/report.ts';

const shortSeed = 20_261_123;
const killsOfLong = 1000;
const root = path.resolve(import.meta.dirname, '..');
const usage = 'Usage: npm run chaos [-- --short | --long | --minutes NUMBER] [--seed NUMBER]';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
  },
});
const { short, long } = values;
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? (short ? shortSeed : Date.now() % 2 ** 31));

if ((short && long) || !Number.isSafeInteger(seed) || !(minutes > 0)) {
  console.error(usage);
  process.exitCode = 1;
} else {
  console.log(`seed ${seed}`);
  const where = describeRun(root, new Date());
  // With the handlers of `exit`, which end what runs.
  process.once('SIGINT', () => process.exit(1));
  let isStopped = false;
  process.on('SIGTERM', () => {
    isStopped = true;
  });
  const isOver = ({ elapsedMs, kills, rounds }: Progress) => {
    if (isStopped) return true;
    if (long) return kills >= killsOfLong;
    return short ? rounds > 0 : elapsedMs > minutes * minuteMs;
  };
  const report = await runChaos({
    seed,
    lastsMs: (short ? 1.5 : 6) * secondMs,
    isOver,
    killShare: long ? 0.9 : 0,
    judgesMemory: !short,
    print: console.log,
  });
  print(report);
  if (long) writeFileSync(path.join(root, 'docs/faults.md'), toPage(report, { seed, where }));
  const isViolated =
    report.findings.some((one) => one.isViolated) ||
    report.rows.some(({ result }) => result === 'NOT RECOVERED');
  if (isViolated) {
    console.log(`To repeat it: the same with --seed ${seed}. Logs: ${report.logFolder}`);
    process.exitCode = 1;
  } else rmSync(report.logFolder, { recursive: true });
  await report.close();
}

function print({ rows, findings, kills, acknowledged, minutes }: Report): void {
  console.log(`\n${'fault'.padEnd(40)} ${'times'.padStart(5)} ${'worst gap'.padStart(10)}  result`);
  for (const { name, times, worstGapMs, result } of rows) {
    const gap = times > 0 ? `${(worstGapMs / 1000).toFixed(1)} s` : '';
    console.log(`${name.padEnd(40)} ${String(times).padStart(5)} ${gap.padStart(10)}  ${result}`);
  }
  const { app, worker, database } = kills;
  console.log(`\n${minutes.toFixed(0)} minutes, ${acknowledged} acknowledged writes`);
  console.log(`kills: app ${app}, worker ${worker}, database ${database}`);
  for (const { what, figure, isViolated } of findings)
    console.log(`${isViolated ? 'VIOLATED' : 'ok      '} ${what}${figure && ` (${figure})`}`);
}
