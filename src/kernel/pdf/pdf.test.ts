import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withCaller } from '#kernel/database/work.ts';
import { isForScreenReaders, readPdf } from '#test/readers/pdf-text.ts';
import { openPdfRenderer, type PdfRenderer } from './pdf.ts';

const log = { warn: () => undefined };
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-pdf-'));
const template = (name: string, text: string): URL => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return pathToFileURL(file);
};
const words = '#let data = json(bytes(sys.inputs.data))\n#set document(title: "T")\n#data.text';
let pdf: PdfRenderer;
beforeAll(() => {
  pdf = openPdfRenderer(log);
});
afterAll(async () => {
  await pdf.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a PDF document', () => {
  test('is tagged', async () => {
    const bytes = await pdf.render(template('a.typ', words), { text: 'Hello, Привет' });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.includes('/StructTreeRoot')).toBe(true);
  });

  test('has its mark on every page, and nothing else changes', async () => {
    const marked = openPdfRenderer(log, 'Test mode');
    const pages = template(
      'm.typ',
      `#set page(paper: "a4", margin: 20mm)\n${words} #pagebreak() B`,
    );
    const bytes = await marked.render(pages, { text: 'Hello' });
    await marked.close();
    expect(isForScreenReaders(bytes)).toBe(true);
    expect(readPdf(bytes)).toEqual(['HelloTestmode', 'BTestmode']);
  });

  test('has glyphs for all supported scripts', async () => {
    const text = 'Тойота 自動車 カローラ 中文简体 한국어 العربية עברית Ελλάδα ✓ → ₽';
    const bytes = await pdf.render(template('g.typ', words), { text });
    expect(isForScreenReaders(bytes)).toBe(true);
    const again = await pdf.render(template('a.typ', words), { text: 'Hello' });
    expect(readPdf(again)).toEqual(['Hello']);
  });

  test('treats data as text, never as markup', async () => {
    const text = '#panic("run") #read("/etc/passwd") $x$ *b* <label> @cite';
    const bytes = await pdf.render(template('b.typ', words), { text });
    expect(bytes.length).toBeGreaterThan(1000);
  });

  test('renders many concurrent documents', async () => {
    const one = template('c.typ', words);
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, at) => pdf.render(one, { text: `Number ${at}` })),
    );
    expect(files.every((bytes) => bytes.subarray(0, 5).toString() === '%PDF-')).toBe(true);
  });

  test('serves callers in turn', async () => {
    const one = template('f.typ', words);
    const order: string[] = [];
    const make = (caller: string) =>
      withCaller(caller, () => pdf.render(one, { text: caller }).then(() => order.push(caller)));
    await Promise.all(['ada', 'ada', 'ada', 'ada', 'eve'].map(make));
    expect(order).toEqual(['ada', 'ada', 'eve', 'ada', 'ada']);
  });

  test('a template that is wrong or reads outside its folder is refused', async () => {
    await expect(pdf.render(template('d.typ', '#read("/etc/passwd")'), {})).rejects.toThrow(
      /^The template d\.typ does not compile: .{10}/,
    );
    await expect(pdf.render(template('e.typ', '#let x ='), {})).rejects.toThrow();
  });

  test('fails after close', async () => {
    const other = openPdfRenderer(log);
    await other.close();
    await expect(other.render(template('f.typ', words), { text: '' })).rejects.toThrow('closed');
  });
});
