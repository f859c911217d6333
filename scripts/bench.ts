// Runs the benchmarks in bench/: all, or those named in the arguments. `--minutes 1` is for those
// that run for a time, `--accounts 1000000` for `growth`. Exits with 1 when one of them misses its
// target.
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, isWithinLimit, type Row, toCells } from '../bench/load/rows.ts';

const folder = path.resolve(import.meta.dirname, '../bench');
const known = globSync('*.ts', { cwd: folder })
  .map((file) => path.basename(file, '.ts'))
  .sort();
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' }, accounts: { type: 'string' } },
});
const minutes = Number(values.minutes);
const accounts = values.accounts === undefined ? undefined : Number(values.accounts);
const unknown = names.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exitCode = 1;
} else if (!(minutes > 0)) {
  console.error(`--minutes needs a number above 0, not ${values.minutes}.`);
  process.exitCode = 1;
} else if (accounts !== undefined && !(accounts >= 1000)) {
  console.error(`--accounts needs a number of at least 1000, not ${values.accounts}.`);
  process.exitCode = 1;
} else {
  for (const name of names.length > 0 ? names : known) {
    const { default: measure } = (await import(path.join(folder, `${name}.ts`))) as {
      default: Bench;
    };
    const rows = await measure({ minutes, ...(accounts && { accounts }) });
    console.log(`\n${name}\n${printTable(rows)}`);
    if (rows.some((row) => isWithinLimit(row) === false)) process.exitCode = 1;
  }
}

function printTable(rows: Row[]): string {
  const lines = [['', 'measured', 'baseline', 'ratio', 'promise', 'kept'], ...rows.map(toCells)];
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const print = (line: string[]) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)));
  return lines.map((line) => `  ${print(line).join('  ').trimEnd()}`).join('\n');
}
