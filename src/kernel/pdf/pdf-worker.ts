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
import { brandColors } from '#lib/brand-colors.ts';
import type { PdfJob } from './pdf.ts';
import { listFontSubsets, readFontSubset, readNotoSans } from './typefaces.ts';

/** Compilation results that were unused for this many documents are dropped. */
const cacheAgeMax = 10;

/** For `json(bytes(sys.inputs.colors))`: documents are printed, so those of the light theme. */
const colors = JSON.stringify(brandColors.light);

const fontBlobs = readNotoSans();
const pieces = new Set<string>();
const compilers = new Map<string, NodeCompiler>();

/** Fonts are fixed when a compiler is created, so new fonts require new compilers. */
function loadPieces(text: string): void {
  const missing = listFontSubsets(text).filter((piece) => !pieces.has(piece));
  if (missing.length === 0) return;
  for (const piece of missing) {
    pieces.add(piece);
    fontBlobs.push(...readFontSubset(piece));
  }
  compilers.clear();
}

// A template cannot read files outside its own folder.
function findCompiler(folder: string): NodeCompiler {
  const known = compilers.get(folder);
  if (known) return known;
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] });
  compilers.set(folder, compiler);
  return compiler;
}

/** PDF/UA for screen readers, which fails for characters that no font has. */
function exportPdf(compiler: NodeCompiler, document: NodeTypstDocument): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: PdfStandard.UA_1 });
  } catch {
    return compiler.pdf(document);
  }
}

/** The template with the mark over each of its pages. */
const markedTemplate = (file: string): string =>
  `#set page(foreground: place(top + center, dy: 6mm, rect(
    fill: white, stroke: 0.6pt, text(font: "Noto Sans", size: 9pt, weight: "bold", sys.inputs.mark),
  )))
#include "/${path.basename(file)}"`;

export default async function render({ template, data, mark }: PdfJob): Promise<Uint8Array> {
  const file = fileURLToPath(template);
  loadPieces(data);
  const compiler = findCompiler(path.dirname(file));
  const main = mark ? { mainFileContent: markedTemplate(file) } : { mainFilePath: file };
  const compiled = compiler.compile({ ...main, inputs: { data, colors, mark } });
  if (!compiled.result) {
    const problems = compiled.takeError()?.shortDiagnostics ?? [];
    const words = problems.map((one: { message?: unknown }) => String(one.message)).join('; ');
    throw new Error(`The template ${path.basename(file)} does not compile: ${words}`);
  }
  const pdf = new Uint8Array(exportPdf(compiler, compiled.result));
  compiler.evictCache(cacheAgeMax);
  // Without a turn of the event loop between documents, memory grows by nearly 1 MB each.
  await nextTurn();
  return move(pdf) as Uint8Array;
}
