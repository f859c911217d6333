// Runs the benchmarks in bench/: all, or those named in the arguments, and writes what they measured
// to docs/performance.md. Exits with 1 when a promise is broken. `--short` runs those of
// `shortNames` with fewer calls, writes nothing, and exits with 1 when a ratio is broken three times in a row.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeRun, mergeReport, readComment } from '../bench/load/report.ts';
import {
  type Bench,
  chooseBest,
  findState,
  headings,
  type Row,
  toCells,
} from '../bench/load/rows.ts';
import { writeClients } from './sdk/write-clients.ts';

/** Ratios of the calls that are made most. */
const shortNames = ['profile', 'site'];
const attemptsMax = 3;

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'bench');
const reportFile = path.join(root, 'docs/performance.md');
const known = globSync('*.ts', { cwd: folder })
  .map((file) => path.basename(file, '.ts'))
  .sort();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
  },
});
const problem = findProblem();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  writeClients();
  const chosen = positionals.length > 0 ? positionals : values.short ? shortNames : known;
  const results: boolean[] = [];
  for (const name of chosen) results.push(await (values.short ? runShort : runFully)(name));
  if (results.includes(false)) process.exitCode = 1;
}

function findProblem(): string | undefined {
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return `Unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ')}.`;
  return undefined;
}

async function measure(name: string): Promise<Row[]> {
  const { default: bench } = (await import(path.join(folder, `${name}.ts`))) as { default: Bench };
  const rows = await bench({ isShort: values.short });
  console.log(`\n${name}\n${formatTable(rows)}`);
  return rows;
}

/** Whether all promises were kept. */
async function runFully(name: string): Promise<boolean> {
  const rows = await measure(name);
  const about = readComment(readFileSync(path.join(folder, `${name}.ts`), 'utf8'));
  const page = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '';
  const where = describeRun(root, new Date());
  writeFileSync(reportFile, mergeReport(page, { name, about, rows, where }));
  return !rows.some(isBroken);
}

// Functions, because the code above runs before this line.
function isBroken(row: Row): boolean {
  return findState(row) === 'broken';
}

/** Absolute values say more about the machine: the short form does not judge them. */
function isBrokenRatio(row: Row): boolean {
  return row.baseline !== undefined && isBroken(row);
}

/** Whether no ratio was broken in one of the attempts. */
async function runShort(name: string): Promise<boolean> {
  let best: Row[] | undefined;
  for (let attempt = 0; attempt < attemptsMax && !isWithinBounds(best); attempt++) {
    // A machine that is too busy to answer at all may be less so the next time.
    const rows = await measure(name).catch((error) => void console.error(error));
    if (rows) best = best ? chooseBest(best, rows) : rows;
  }
  for (const row of best?.filter(isBrokenRatio) ?? [])
    console.error(`Broken ${attemptsMax} times: ${toCells(row).join(' ').trim()}`);
  return isWithinBounds(best);
}

function isWithinBounds(rows: readonly Row[] | undefined): boolean {
  return rows !== undefined && !rows.some(isBrokenRatio);
}

function formatTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(toCells)];
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const format = (line: string[]) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)));
  return lines.map((line) => `  ${format(line).join('  ').trimEnd()}`).join('\n');
}
