// Measures the promises of bench/: all of them, or those that are named. Ends with 1 when one of
// them is not kept.
import { globSync } from 'node:fs';
import path from 'node:path';
import { type Bench, isKept, type Row, toCells } from '../bench/load/rows.ts';

const folder = path.resolve(import.meta.dirname, '../bench');
const known = globSync('*.ts', { cwd: folder })
  .map((file) => path.basename(file, '.ts'))
  .sort();
const given = process.argv.slice(2);
const unknown = given.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}: choose of ${known.join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const name of given.length > 0 ? given : known) {
    const { default: measure } = (await import(path.join(folder, `${name}.ts`))) as {
      default: Bench;
    };
    const rows = await measure();
    console.log(`\n${name}\n${printTable(rows)}`);
    if (rows.some((row) => isKept(row) === false)) process.exitCode = 1;
  }
}

function printTable(rows: Row[]): string {
  const lines = [['', 'measured', 'baseline', 'ratio', 'promise', 'kept'], ...rows.map(toCells)];
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const print = (line: string[]) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)));
  return lines.map((line) => `  ${print(line).join('  ').trimEnd()}`).join('\n');
}
