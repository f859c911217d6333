import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { buildEmbedScript } from '../../scripts/build/embed-script.ts';

let code = '';
let environment: string | undefined;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', undefined);
  code = await buildEmbedScript();
  environment = process.env.NODE_ENV;
  vi.unstubAllEnvs();
});

test('building it leaves the environment of the process as it is', () => {
  expect(environment).toBeUndefined();
});

test('the calculator for other sites has at most 20 KB compressed', () => {
  expect(gzipSync(code).length).toBeLessThan(20 * 1024);
});

test('it is a plain script: no module, no framework, no other letters than ASCII', () => {
  expect(code).not.toMatch(/\bimport\s*[({'"]|\bexport\s|__reactProps|[^\p{ASCII}]/u);
  expect(() => new Function(code)).not.toThrow();
});

test('it stores nothing and evaluates no text', () => {
  expect(code).not.toMatch(/localStorage|sessionStorage|\.cookie|innerHTML|\beval\(/);
});
