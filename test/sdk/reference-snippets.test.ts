// The code of the reference is checked by the compiler against the types of the SDK.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exampleRequest } from '#site/reference/call-examples.ts';
import { operations } from '#site/reference/operations.ts';
import { printTypeScript } from '#site/reference/try-it/snippets.ts';

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
