// Builds sdk/dist/, which is published: ES modules and CommonJS, each with its types, and the
// command line.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { writeClients } from './write-clients.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'sdk');
export const sdkEntries = ['index', 'areas', 'proxy', 'admin', 'webhooks'] as const;

const formats = { esm: 'module', cjs: 'commonjs' } as const;

async function bundle(format: keyof typeof formats, output: string): Promise<void> {
  const input = sdkEntries.map((name) => [name, path.join(folder, 'src', `${name}.ts`)]);
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(input),
    platform: 'neutral',
  });
  await build.write({
    dir: path.join(output, format),
    format,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minifyInternalExports: false,
  });
  await build.close();
  const manifest = { type: formats[format], sideEffects: false };
  writeFileSync(path.join(output, format, 'package.json'), `${JSON.stringify(manifest)}\n`);
}

async function bundleCommandLine(output: string): Promise<void> {
  const input = { main: path.join(folder, 'src/cli/main.ts') };
  if (!existsSync(input.main)) return;
  const build = await rolldown({ cwd: folder, input, platform: 'node' });
  const dir = path.join(output, 'cli');
  await build.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  });
  await build.close();
  chmodSync(path.join(dir, 'main.js'), 0o755);
}

/** Declarations name the files that are published. */
function writeTypes(output: string): void {
  const types = path.join(output, 'types');
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false'];
  execFileSync(
    process.execPath,
    [
      path.join(root, 'node_modules/.bin/tsc'),
      '-p',
      path.join(folder, 'tsconfig.json'),
      ...options,
      '--incremental',
      'false',
      '--rootDir',
      path.join(folder, 'src'),
      '--outDir',
      types,
    ],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const sources = path.join(folder, 'src');
  const written = globSync('generated/*.d.ts', { cwd: sources });
  const files = new Map([
    ...globSync('{*,core/*,generated/*}.d.ts', { cwd: types }).map(
      (file) => [file, types] as const,
    ),
    ...written.map((file) => [file, sources] as const),
  ]);
  for (const [file, from] of files) {
    const text = readFileSync(path.join(from, file), 'utf8');
    const published = text.replaceAll(/(from '\.[^']*?)(?:\.d)?\.ts'/g, "$1.js'");
    for (const format of Object.keys(formats)) {
      const target = path.join(output, format, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, published);
    }
  }
  rmSync(types, { recursive: true });
}

/** Into sdk/dist/, or another folder. */
export async function buildSdk(output: string = path.join(folder, 'dist')): Promise<void> {
  writeClients();
  rmSync(output, { recursive: true, force: true });
  for (const format of Object.keys(formats)) await bundle(format as keyof typeof formats, output);
  await bundleCommandLine(output);
  writeTypes(output);
}
