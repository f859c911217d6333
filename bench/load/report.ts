// docs/performance.md: one section for each benchmark, replaced when that one is measured again.
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { headings, type Row, toCells } from './rows.ts';

const introduction = `# Performance

Written by \`npm run bench\`; one section by \`npm run bench -- NAME\`, which leaves the others as they
are. A promise with \`x\` is about the ratio to the baseline of the same run and holds on any
machine. Other promises are those of a machine with two cores of 2023 or later and nothing else to
do.
[Decision 53](decisions/0053-promises-about-speed.md) says how they are judged: a
row is kept, near (at most a quarter above its promise) or broken. \`before\` has the two
measurements before the last one, the newer one first: of a row with a baseline the ratio. The
section \`Measured once\` is written by hand.
`;

export type Measured = {
  name: string;
  /** What is measured: the comment that the benchmark begins with. */
  about: string;
  rows: readonly Row[];
  /** Machine, date and commit. */
  where: string;
};

/** The page with the benchmark's section, in the order of names. */
export function mergeReport(page: string, measured: Measured): string {
  const [, ...found] = page.split(/^(?=## )/m);
  const sections = new Map(found.map((section) => [readName(section), section.trim()]));
  sections.set(measured.name, toSection(measured, readEarlier(sections.get(measured.name) ?? '')));
  const sorted = [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${[introduction.trim(), ...sorted.map(([, section]) => section)].join('\n\n')}\n`;
}

const readName = (section: string): string => section.slice(3, section.indexOf('\n')).trim();

const earlierMax = 2;

/** By row: what a section says was measured, the newest first. */
function readEarlier(section: string): Map<string, string[]> {
  const tableRows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| -/.test(line));
  return new Map(
    tableRows.map((line) => {
      const [, what = '', measured = '', , ratio = '', , , before = ''] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      return [
        what,
        [ratio || measured, ...before.split(', ')].filter(Boolean).slice(0, earlierMax),
      ];
    }),
  );
}

function toSection(
  { name, about, rows, where }: Measured,
  earlier: ReadonlyMap<string, readonly string[]>,
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`;
  const columns = [...headings, 'before'];
  const alignment = columns.map((_, at) => (at === 0 ? '---' : '---:'));
  const cells = rows.map((row) => {
    const [what = '', ...rest] = toCells(row);
    return [what, ...rest, (earlier.get(what.trim().replaceAll('|', '\\|')) ?? []).join(', ')];
  });
  return [
    `## ${name}`,
    `${about}\n${where}`,
    [columns, alignment, ...cells].map(line).join('\n'),
  ].join('\n\n');
}

/** The comment at the top of a benchmark's file. */
export const readComment = (source: string): string =>
  (/^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '').replaceAll(/^\/\/ ?/gm, '').trim();

export function describeRun(root: string, now: Date): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', ':!docs') === '' ? '' : ' with changes';
  const processor = os.cpus()[0]?.model.trim() || 'unknown processor';
  const gigabytes = Math.round(os.totalmem() / 1024 ** 3);
  const machine = `${os.availableParallelism()} cores of ${processor}, ${gigabytes} GB`;
  const system = `${os.type()} ${os.arch()}, Node ${process.versions.node}`;
  const day = now.toISOString().slice(0, 10);
  return `Measured on ${day} at commit ${git('rev-parse', '--short', 'HEAD')}${changes}: ${machine}, ${system}.`;
}
