// The time to build the whole site, and whether it grows linearly with the number of pages.
// Builds a copy of the sources, so that the build that the app serves is not replaced.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Row } from './load/rows.ts';

const root = path.resolve(import.meta.dirname, '..');
const sources = [
  'content',
  'docs/openapi.json',
  'package.json',
  'package-lock.json',
  'public',
  'scripts',
  'sdk',
  'src',
  'tsconfig.base.json',
  'tsconfig.e2e.json',
  'tsconfig.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
  'vite.config.ts',
];
const morePages = [250, 500] as const;
/** Of 500 pages, each with its own compiled module, its rendered text and its data. */
const secondsMax = 45;
const referenceSecondsMax = 5;

export default async function measureBuild(): Promise<Row[]> {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'weftline-build-'));
  try {
    for (const source of sources)
      cpSync(path.join(root, source), path.join(copy, source), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    const seconds = buildCopy(copy);
    const withoutReference = buildWithoutReference(copy);
    const [some, many] = morePages.map((count) => {
      writePages(copy, count);
      return buildCopy(copy) - seconds;
    });
    const [half = 0, whole = 0] = [some, many];
    return [
      { what: 'the whole site', measured: seconds, unit: 's', limit: secondsMax },
      {
        what: '  of it the pages of the API reference',
        measured: seconds - withoutReference,
        unit: 's',
        limit: referenceSecondsMax,
      },
      { what: `${morePages[1]} more pages`, measured: whole, unit: 's' },
      {
        what: '  growth: as much again as the first half took',
        measured: whole - half,
        baseline: half,
        unit: 's',
        limit: 1.3,
      },
    ];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The duration in seconds. Throws with the output of a failed build. */
function buildCopy(copy: string): number {
  const startedMs = performance.now();
  const done = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: copy, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`);
  return (performance.now() - startedMs) / 1000;
}

function buildWithoutReference(copy: string): number {
  const file = path.join(copy, 'scripts/build/printed-paths.ts');
  const config = readFileSync(file, 'utf8');
  const every = '.map(({ url }) => url)';
  if (!config.includes(every)) throw new Error('The list of pages has another form.');
  const others = `${every}.filter((url) => !/^.docs.(api|errors)/.test(url))`;
  writeFileSync(file, config.replace(every, others));
  try {
    return buildCopy(copy);
  } finally {
    writeFileSync(file, config);
  }
}

const words = ['ledger', 'thread', 'order', 'parcel', 'meter', 'record', 'screen', 'rule'];

/** Articles of about 800 words that differ from all other pages. */
function writePages(copy: string, count: number): void {
  const folder = path.join(copy, 'content/blog');
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at++) {
    const wordAt = (place: number) => words[(at * 7 + place * (at + 3)) % words.length];
    const paragraph = (first: number) =>
      Array.from({ length: 80 }, (_, place) => wordAt(first + place)).join(' ');
    const body = Array.from({ length: 10 }, (_, part) => `## Part ${part}\n\n${paragraph(part)}.`);
    writeFileSync(path.join(folder, `made-${at}.mdx`), `${headOf(at)}\n${body.join('\n\n')}\n`);
  }
}

const headOf = (at: number) => `---
layout: article
title: Article number ${at}
description: What article number ${at} says about the building of many pages in a short time.
lead: This is article number ${at}.
published: '2026-01-01'
tags: [made]
---
`;
