// The TypeScript of the reference is checked by the compiler against the types of the SDK, and its
// Python is run: each program sends the request of its example.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exampleRequest } from '#site/reference/call-examples.ts';
import { operations } from '#site/reference/operations.ts';
import { printPython } from '#site/reference/try-it/print-python.ts';
import { toAddress } from '#site/reference/try-it/request-parts.ts';
import { printTypeScript } from '#site/reference/try-it/snippets.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasPython, pythonEnv } from './python.ts';

const root = path.resolve(import.meta.dirname, '../..');
// Within the project, so that the types of Node are found.
const folder = mkdtempSync(path.join(root, 'sdk/.snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the TypeScript of each call is right', () => {
  for (const operation of operations)
    writeFileSync(
      path.join(folder, `${operation.operationId}.ts`),
      printTypeScript(exampleRequest(operation), 'https://example.com').replace(
        `'weftline'`,
        `'../src/index.ts'`,
      ),
    );
  const { compilerOptions } = JSON.parse(
    readFileSync(path.join(root, 'sdk/tsconfig.json'), 'utf8'),
  ) as { compilerOptions: object };
  const config = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { ...compilerOptions, incremental: false },
    include: ['*.ts'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(operations.length).toBeGreaterThan(100);
});

type Sent = { method: string; path: string; body: string };

test.skipIf(!hasPython)(
  `the Python of each call sends its request${skippedUnless('python3 >= 3.9', hasPython)}`,
  () => {
    const examples = operations.map((operation) => exampleRequest(operation));
    const programs = examples.map((parts) => printPython(parts, 'https://example.com'));
    const printed = execFileSync('python3', [path.join(import.meta.dirname, 'run-snippets.py')], {
      cwd: folder,
      encoding: 'utf8',
      env: pythonEnv,
      input: JSON.stringify(programs),
    });
    const sent = JSON.parse(printed) as Sent[];
    expect(sent).toHaveLength(examples.length);
    for (const [at, parts] of examples.entries()) {
      const { method, path: address, body } = sent[at]!;
      const url = new URL(address, 'https://example.com');
      const expected = new URL(toAddress(parts), 'https://example.com');
      expect([method, url.pathname]).toEqual([parts.method, expected.pathname]);
      expect(Object.fromEntries(url.searchParams)).toMatchObject(
        Object.fromEntries(expected.searchParams),
      );
      if (parts.bodyKind === 'json')
        expect(JSON.parse(body)).toEqual(JSON.parse(parts.body ?? '{}'));
      else if (parts.bodyKind !== 'none') expect(body).toContain('content of the file');
    }
  },
);
