// docs/faults.md: what a long run found.
import type { Report } from './run.ts';

const introduction = `# Faults under load

Written by \`npm run chaos -- --long\`, which kills processes and the database under load until this
has happened 1,000 times, or the run is stopped. What it does is in
[CONTRIBUTING.md](../CONTRIBUTING.md#faults-under-load), how it judges in
[decision 40](decisions/0040-tests.md). The next kill comes 0.2 to 2 s
after all works again. A gap is a time without an acknowledged write.`;

/** `where` is machine, date and commit. */
export function toPage(report: Report, { seed, where }: { seed: number; where: string }): string {
  const { app, worker, database } = report.kills;
  const faults = report.rows.map(({ name, times, worstGapMs, result }) => [
    name,
    String(times),
    times > 0 ? `${(worstGapMs / 1000).toFixed(1)} s` : '',
    result,
  ]);
  const findings = report.findings.map(({ what, figure, isViolated }) => [
    what,
    figure,
    isViolated ? 'VIOLATED' : 'ok',
  ]);
  return [
    introduction,
    `${where} Seed ${seed}, ${report.minutes.toFixed(0)} minutes.`,
    `${app + worker + database} kills: ${app} of the app, ${worker} of the worker, ` +
      `${database} of the database. ${report.acknowledged} acknowledged writes.`,
    toTable([['fault', 'times', 'worst gap', 'result'], ['---', '---:', '---:', '---'], ...faults]),
    toTable([['found', 'figure', 'result'], ['---', '---', '---'], ...findings]),
  ]
    .join('\n\n')
    .concat('\n');
}

const toTable = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
