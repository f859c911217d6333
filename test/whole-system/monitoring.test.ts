// docs/monitoring names metrics, and docs/runbooks alerts: all of them have to exist.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { measureLoad } from '#kernel/http/load/measure-load.ts';
import { closeServer } from '#kernel/http/server.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { runSteps } from '#kernel/shutdown.ts';
import { buildApp, openAreas } from '../../src/app.ts';
import { readAppConfig } from '../../src/app-config.ts';
import { readDatabaseUrl, useDatabase } from '../database.ts';

type Alert = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
type Panel = { title: string; targets?: { expr: string }[] };

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rules = parse(read('docs/monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = rules.groups.flatMap((group) => group.rules);
const board = JSON.parse(read('docs/monitoring/grafana.json')) as { panels: Panel[] };
const queries = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);

const database = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
let text = '';

beforeAll(async () => {
  text = await readMetrics();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What Prometheus reads of a whole process. */
async function readMetrics(): Promise<string> {
  const config = readAppConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: await readDatabaseUrl(database),
    JOBS: 'off',
  });
  const { kernel, closing } = await openKernel(config, createLogger(config));
  const areas = openAreas(kernel);
  measureLoad(kernel.metrics, {
    stats: () => ({ inFlight: 0, limit: 1, delaySeconds: 0, refused: 0 }),
  });
  const app = await buildApp(kernel, areas);
  await kernel.jobs.start();
  await app.inject('/apix/accounts/profile/');
  const { body } = await app.inject('/metrics');
  await closeServer(app);
  await runSteps(closing);
  return body;
}

/** Made by Prometheus itself. */
const ownOfPrometheus = ['up'];
const keywords = ['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool'];

/** Names of metrics in a query: what is neither a function, nor a keyword, nor in brackets. */
function listMetrics(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const names = bare.match(/\b[a-z_]\w*\b(?!\s*\()/gi) ?? [];
  return names.filter((name) => !keywords.includes(name) && !ownOfPrometheus.includes(name));
}

/** Pairs of a metric and a label that it is selected by: `jobs_queued{queue="x"}`. */
const listSelections = (expr: string): [metric: string, label: string, value: string][] =>
  [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(
      ([, label = '', value = '']): [string, string, string] => [metric, label, value],
    ),
  );

const types = () =>
  new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));

function isServed(name: string): boolean {
  if (types().has(name)) return true;
  const [, base = ''] = /^(\w+)_(?:bucket|sum|count)$/.exec(name) ?? [];
  return types().get(base) === 'histogram';
}

const kebab = (name: string) => name.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();

describe('the alerts', () => {
  test.each(alerts)('$alert asks for metrics and labels that exist', ({ expr }) => {
    expect(listMetrics(expr).filter((name) => !isServed(name))).toEqual([]);
    // The status of a call appears with the first such call.
    for (const [metric, label, value] of listSelections(expr))
      if (!ownOfPrometheus.includes(metric) && label !== 'status')
        expect(text).toMatch(new RegExp(`^${metric}\\{[^}]*\\b${label}="${value}"`, 'm'));
  });

  test.each(alerts)('$alert has a runbook that explains it', ({ alert, annotations, labels }) => {
    expect(annotations.runbook).toBe(`docs/runbooks/${kebab(alert)}.md`);
    const runbook = read(annotations.runbook);
    expect(runbook).toMatch(new RegExp(`^# ${alert}\n\n${annotations.summary}\\. `));
    expect(runbook).toMatch(/\n## How to see it\n[\s\S]+\n## What to do\n/);
    expect(['page', 'ticket']).toContain(labels.severity);
  });

  test('every runbook has its alert, and its links lead somewhere', () => {
    const files = readdirSync(path.join(root, 'docs/runbooks'));
    expect(files.toSorted()).toEqual(alerts.map(({ alert }) => `${kebab(alert)}.md`).toSorted());
    for (const file of files)
      for (const [, target = ''] of read(`docs/runbooks/${file}`).matchAll(/\]\(([^)#]+)/g))
        expect(existsSync(path.join(root, 'docs/runbooks', target)), `${file}: ${target}`).toBe(
          true,
        );
  });

  test('names are unique', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });
});

test.each(queries)('the panel $title asks for metrics that exist: $expr', ({ expr }) => {
  expect(listMetrics(expr)).not.toEqual([]);
  expect(listMetrics(expr).filter((name) => !isServed(name))).toEqual([]);
});

test('the metrics of this product are on the board', () => {
  const metrics = new Set(queries.flatMap(({ expr }) => listMetrics(expr)));
  const own = [...types().keys()].filter((name) => !/^(process|nodejs)_/.test(name!));
  const missing = own.filter(
    (name) => ![name, `${name}_bucket`, `${name}_count`].some((one) => metrics.has(one!)),
  );
  // An alert by itself: any of them is a bug.
  expect(missing).toEqual(['database_second_connections_total']);
});
