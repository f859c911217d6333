// The software bill of materials. Its form was checked against the schema of CycloneDX 1.6.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Lock, listRuntime, readLock } from '../scripts/dependencies/lock.ts';
import { createSbom, type Sbom } from '../scripts/dependencies/sbom.ts';

const now = new Date('2026-11-20T12:00:00Z');
const lock = readLock('.');
const product = { name: 'weftline', version: '1.0.0', lock };
const listRefs = ({ components }: Sbom) => components.map((one) => one['bom-ref']);
const findRef = ({ components }: Sbom, ref: string) =>
  components.find((one) => one['bom-ref'] === ref);

test('every package of a server is in it, and the Node that runs it', () => {
  const refs = new Set(listRefs(createSbom(product, { now })));
  const expected = [...listRuntime(lock), 'node_modules/node', 'node_modules/react'];
  expect(expected.filter((place) => !refs.has(place))).toEqual([]);
  expect(refs).not.toContain('node_modules/vite');
});

test('with the others, tools are in it as what no server runs', () => {
  const tests = readLock('tools/tests');
  const sbom = createSbom(product, { now, others: [['tools/tests/', tests]] });
  expect(findRef(sbom, 'node_modules/fastify')).toMatchObject({ scope: 'required' });
  expect(findRef(sbom, 'node_modules/vite')).toMatchObject({ scope: 'excluded' });
  const vitest = findRef(sbom, 'tools/tests/node_modules/vitest');
  expect(vitest).toMatchObject({ scope: 'excluded', version: expect.any(String) });
});

test('a package has its address, hash and licence, and what it needs', () => {
  const integrity = `sha512-${Buffer.from('a'.repeat(64)).toString('base64')}`;
  const small: Lock = {
    '': { version: '2.0.0', dependencies: { '@a/b': '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/@a/b': {
      version: '1.0.0',
      integrity,
      license: 'MIT',
      dependencies: { c: '1.0.0' },
      optionalDependencies: { elsewhere: '1.0.0' },
    },
    'node_modules/@a/b/node_modules/c': { version: '1.0.0', license: '(MIT OR Apache-2.0)' },
    'node_modules/c': { version: '2.0.0', dev: true, license: 'MIT' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, license: 'ISC' },
    'node_modules/tool': { version: '1.0.0', dev: true, dependencies: { c: '2.0.0' } },
  };
  const sbom = createSbom({ name: 'small', version: '2.0.0', lock: small }, { now });
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: {
      timestamp: now.toISOString(),
      component: { type: 'application', purl: 'pkg:npm/small@2.0.0' },
    },
  });
  expect(sbom.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'node_modules/@a/b',
      group: '@a',
      name: 'b',
      version: '1.0.0',
      purl: 'pkg:npm/%40a/b@1.0.0',
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content: '61'.repeat(64) }],
      licenses: [{ license: { id: 'MIT' } }],
    },
    {
      type: 'library',
      'bom-ref': 'node_modules/@a/b/node_modules/c',
      name: 'c',
      version: '1.0.0',
      purl: 'pkg:npm/c@1.0.0',
      scope: 'required',
      licenses: [{ expression: '(MIT OR Apache-2.0)' }],
    },
    {
      type: 'library',
      'bom-ref': 'node_modules/elsewhere',
      name: 'elsewhere',
      version: '1.0.0',
      purl: 'pkg:npm/elsewhere@1.0.0',
      scope: 'optional',
      licenses: [{ license: { id: 'ISC' } }],
    },
  ]);
  expect(sbom.dependencies.slice(0, 2)).toEqual([
    { ref: 'small', dependsOn: ['node_modules/@a/b'] },
    {
      ref: 'node_modules/@a/b',
      dependsOn: ['node_modules/@a/b/node_modules/c', 'node_modules/elsewhere'],
    },
  ]);
});

test('references are unique and lead to a package', () => {
  const sbom = createSbom(product, { now, others: [['tools/tests/', readLock('tools/tests')]] });
  const refs = new Set(listRefs(sbom));
  expect(refs.size).toBe(sbom.components.length);
  const targets = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(targets.filter((ref) => !refs.has(ref))).toEqual([]);
});

test('the image contains it', () => {
  const containerfile = readFileSync('Containerfile', 'utf8');
  expect(containerfile).toContain('scripts/sbom.ts sbom.cdx.json');
  expect(containerfile).toContain('COPY --from=build /app/sbom.cdx.json .');
});
