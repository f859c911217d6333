import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPortProblem } from '../scripts/free-port.mjs';
import { isComplete } from '../scripts/installed.mjs';

test('a start on a taken port names the variable, and a free one says nothing', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const PORT = String(port);
  expect(await findPortProblem({ PORT })).toContain(`PORT=${port + 1} npm start`);
  await new Promise((resolve) => server.close(resolve));
  expect(await findPortProblem({ PORT })).toBeUndefined();
  expect(await findPortProblem({ PORT: 'many' })).toBeUndefined();
});

test('an installation lacks a package that npm has noted', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'packages-'));
  expect(isComplete(folder)).toBe(false);
  for (const name of ['one', 'two']) {
    mkdirSync(path.join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(path.join(folder, 'node_modules', name, 'package.json'), '{}');
  }
  const packages = { 'node_modules/one': {}, 'node_modules/two': {} };
  const noted = path.join(folder, 'node_modules/.package-lock.json');
  writeFileSync(noted, JSON.stringify({ packages }));
  expect(isComplete(folder)).toBe(true);
  rmSync(path.join(folder, 'node_modules/two/package.json'));
  expect(isComplete(folder)).toBe(false);
  writeFileSync(noted, '{"packages":');
  expect(isComplete(folder)).toBe(false);
});
