// Runs in a worker thread; see pdf.ts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { move } from 'piscina';
import type { PdfJob } from './pdf.ts';

const require = createRequire(import.meta.url);
const fontFolder = path.dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'));
const fontBlobs = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'].map(
  (file) => readFileSync(path.join(fontFolder, file)),
);
/** Compiled pieces that no longer serve are dropped after so many documents. */
const cacheAgeMax = 10;

const compilers = new Map<string, NodeCompiler>();

// A template reads no file outside its own folder.
function compilerOf(folder: string): NodeCompiler {
  const known = compilers.get(folder);
  if (known) return known;
  const made = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] });
  compilers.set(folder, made);
  return made;
}

export default async function render({ template, data }: PdfJob): Promise<Uint8Array> {
  const file = fileURLToPath(template);
  const compiler = compilerOf(path.dirname(file));
  const compiled = compiler.compile({ mainFilePath: file, inputs: { data } });
  if (!compiled.result) {
    const problems = compiled.takeError()?.shortDiagnostics ?? [];
    const words = problems.map((one: { message?: unknown }) => String(one.message)).join('; ');
    throw new Error(`The template ${path.basename(file)} does not compile: ${words}`);
  }
  const pdf = new Uint8Array(compiler.pdf(compiled.result));
  compiler.evictCache(cacheAgeMax);
  // Without a turn of the loop between two documents memory grows by nearly 1 MB each.
  await nextTurn();
  return move(pdf) as Uint8Array;
}
