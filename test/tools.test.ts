import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkTools, toolsOf } from '../scripts/tools.mjs';

describe('linking', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'tools-')));
    mkdirSync(path.join(root, 'node_modules'));
    write('tools/tests/package.json', {
      devDependencies: { 'run-tests': '1.0.0', '@a/b': '1.0.0' },
    });
    write('tools/tests/node_modules/run-tests/package.json', {
      name: 'run-tests',
      bin: './run.js',
    });
    write('tools/tests/node_modules/@a/b/package.json', { name: '@a/b', bin: { ab: './ab.js' } });
    write('tools/tests/node_modules/.bin/run-tests', {});
    write('tools/tests/node_modules/.bin/ab', {});
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, content: object) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), JSON.stringify(content));
  };
  const readTarget = (place: string) =>
    path.relative(root, realpathSync(path.join(root, 'node_modules', place)));

  test.each(['run-tests', '@a/b', '.bin/run-tests', '.bin/ab'])(
    '%s is found in the root',
    (one) => {
      linkTools(root);
      linkTools(root);
      expect(readTarget(one)).toBe(`tools/tests/node_modules/${one}`);
    },
  );

  test('links are relative, so that the folder may be moved', () => {
    linkTools(root);
    expect(readlinkSync(path.join(root, 'node_modules/@a/b'))).toBe(
      '../../tools/tests/node_modules/@a/b',
    );
  });

  test('a package of the root is not replaced', () => {
    write('node_modules/run-tests/package.json', {});
    expect(() => linkTools(root)).toThrow('run-tests is in the root package too');
  });

  test('what is not installed is left out, and links to what was replaced are made anew', () => {
    write('tools/bench/package.json', { devDependencies: { missing: '1.0.0' } });
    symlinkSync('../tools/bench/node_modules/run-tests', path.join(root, 'node_modules/run-tests'));
    linkTools(root);
    expect(readTarget('run-tests')).toBe('tools/tests/node_modules/run-tests');
  });

  test('a server’s copy of the product has no tools', () => {
    rmSync(path.join(root, 'tools'), { recursive: true });
    expect(() => linkTools(root)).not.toThrow();
  });
});

test('users of the product install no tools', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const withTools = Object.entries(scripts).filter(([, command]) =>
    command.split(' ').some((word) => toolsOf(word).length > 0),
  );
  expect(withTools.map(([name]) => name).sort()).toEqual([
    'bench',
    'captures',
    'chaos',
    'check',
    'format',
    'generate',
    'sdk',
    'shots',
    'test',
    'test:all',
    'vitest',
  ]);
});
