// Runs in a worker thread; see pdf.ts.
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  NodeCompiler,
  type NodeTypstDocument,
  PdfStandard,
} from '@myriaddreamin/typst-ts-node-compiler';
import { move } from 'piscina';
import type { PdfJob } from './pdf.ts';
import { piecesOf, readNotoSans, readPiece } from './typefaces.ts';

/** Compiled pieces that no longer serve are dropped after so many documents. */
const cacheAgeMax = 10;

const fontBlobs = readNotoSans();
const pieces = new Set<string>();
const compilers = new Map<string, NodeCompiler>();

/** A compiler knows its fonts from its beginning: for new ones all begin anew. */
function loadPieces(text: string): void {
  const missing = piecesOf(text).filter((piece) => !pieces.has(piece));
  if (missing.length === 0) return;
  for (const piece of missing) {
    pieces.add(piece);
    fontBlobs.push(...readPiece(piece));
  }
  compilers.clear();
}

// A template reads no file outside its own folder.
function compilerOf(folder: string): NodeCompiler {
  const known = compilers.get(folder);
  if (known) return known;
  const made = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] });
  compilers.set(folder, made);
  return made;
}

/** For screen readers (PDF/UA), which is refused with a sign that no font has. */
function exportPdf(compiler: NodeCompiler, document: NodeTypstDocument): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: PdfStandard.UA_1 });
  } catch {
    return compiler.pdf(document);
  }
}

export default async function render({ template, data }: PdfJob): Promise<Uint8Array> {
  const file = fileURLToPath(template);
  loadPieces(data);
  const compiler = compilerOf(path.dirname(file));
  const compiled = compiler.compile({ mainFilePath: file, inputs: { data } });
  if (!compiled.result) {
    const problems = compiled.takeError()?.shortDiagnostics ?? [];
    const words = problems.map((one: { message?: unknown }) => String(one.message)).join('; ');
    throw new Error(`The template ${path.basename(file)} does not compile: ${words}`);
  }
  const pdf = new Uint8Array(exportPdf(compiler, compiled.result));
  compiler.evictCache(cacheAgeMax);
  // Without a turn of the loop between two documents memory grows by nearly 1 MB each.
  await nextTurn();
  return move(pdf) as Uint8Array;
}
