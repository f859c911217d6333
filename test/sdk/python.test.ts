// The Python client: its own tests, and every call of customers against the server.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { pythonArgument, pythonName } from '#lib/python-names.ts';
import type { SdkCall } from '#lib/sdk-calls.ts';
import { openApiDocument } from '#site/reference/openapi-document.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { Weftline } from '../../sdk/src/index.ts';
import { seedEverything } from '../../src/seed.ts';
import { createCallers } from '../fuzz/callers.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { scaledMs } from '../time-limits.ts';
import { argumentsOf, type CallResult, checkAll, exampleFile } from './example-calls.ts';
import { hasPython, pythonEnv, pythonFolder } from './python.ts';

const python = (...args: string[]) =>
  execFileSync('python3', args, {
    cwd: pythonFolder,
    encoding: 'utf8',
    env: pythonEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const t = useUncountedApp();
let baseUrl = '';
beforeAll(async () => {
  if (!hasPython) return;
  await seedEverything(t.kernel, t.areas);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});

const namedAs = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [pythonArgument(name), value]));

describe.skipIf(!hasPython)(
  `the Python client${skippedUnless('python3 >= 3.9', hasPython)}`,
  () => {
    test('passes its own tests, without warnings', () => {
      python('-W', 'error', '-m', 'unittest', 'discover', '-t', '.', '-s', 'tests');
    });

    test('is valid wherever it is not run', () => {
      const cache = mkdtempSync(path.join(os.tmpdir(), 'weftline-python-'));
      python('-X', `pycache_prefix=${cache}`, '-m', 'compileall', '-q', 'weftline', 'tests');
      rmSync(cache, { recursive: true });
    });

    test('has types that its interpreter can read', () => {
      const code = `
import typing
from weftline import types
for name in types.__dict__:
    if isinstance(getattr(types, name), type): typing.get_type_hints(getattr(types, name))
print(len(types.__dict__) > 200)`;
      expect(python('-c', code)).toBe('True\n');
    });

    test(
      'makes every call',
      async () => {
        const customer = (await createCallers(t)).find(({ kind }) => kind === 'customer')!;
        const access = customer.headers.authorization!.replace('Bearer ', '');
        const connection = new Weftline({ baseUrl, session: { access, refresh: 'none' } });
        const program = path.join(import.meta.dirname, 'make-calls.py');
        const child = spawn('python3', [program, baseUrl, access], {
          env: pythonEnv,
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
        async function make(call: SdkCall): Promise<CallResult> {
          const parameters = await argumentsOf(connection, call, openApiDocument);
          const files = Object.fromEntries(parameters.files.map((name) => [name, exampleFile]));
          const fields = Object.entries(parameters.fields).filter(([name]) => !(name in files));
          const line = {
            call: pythonName(`${call.group}.${call.method}`),
            path: parameters.path,
            named: namedAs({ ...Object.fromEntries(fields), ...parameters.query }),
            files,
            bytes: parameters.bodyKind === 'raw' ? exampleFile : null,
          };
          child.stdin.write(`${JSON.stringify(line)}\n`);
          return JSON.parse(String((await lines.next()).value)) as CallResult;
        }
        expect(await checkAll(openApiDocument, make)).toBeGreaterThan(0.5);
        child.stdin.end();
        await once(child, 'exit');
        expect(child.exitCode).toBe(0);
      },
      scaledMs(180_000),
    );
  },
);
