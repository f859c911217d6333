// Reads tables from the first sheet of a workbook (.xlsx) row by row. The packed file, the texts
// that cells share and the rows not used yet are in memory; the sheet is not.
import { open, readFile } from 'node:fs/promises';
import type { CellValue } from 'hucre/xlsx';
import {
  addProblem,
  createTable,
  csvRows,
  type Problems,
  type Row,
  type TableColumns,
} from './files.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const mebibyte = 1_048_576;
const limits = {
  packedMiB: 64,
  unpackedMiB: 256,
  /** Of everything but the cells: it is in memory as a whole while it is read. */
  partMiB: 16,
  /** Tables are packed to about a tenth; what is made to exhaust memory, to much less. */
  packedTimes: 100,
};

/** The rows of a workbook or of a CSV file, whatever its name is. */
export async function* tableRows(
  file: string,
  columns: TableColumns,
  problems: Problems,
): AsyncGenerator<Row> {
  const kind = await findKind(file);
  if (kind === 'csv') yield* csvRows(file, columns, problems);
  else if (kind === 'workbook') yield* workbookRows(file, columns, problems);
  else addProblem(problems, 1, 'The workbook is locked or of before 2007: save it as plain .xlsx.');
}

async function findKind(file: string): Promise<'workbook' | 'old workbook' | 'csv'> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    if (start.startsWith('PK')) return 'workbook';
    return start === '\u00d0\u00cf\u0011\u00e0' ? 'old workbook' : 'csv';
  } finally {
    await handle.close();
  }
}

async function* workbookRows(
  file: string,
  columns: TableColumns,
  problems: Problems,
): AsyncGenerator<Row> {
  const data = await readWhole(file);
  const refusal = data === null ? `larger than ${limits.packedMiB} MiB` : findRefusal(data);
  if (data === null || refusal !== null)
    return addProblem(problems, 1, `The workbook is ${refusal}.`);
  const table = createTable(columns, problems);
  let line = 0;
  // Loaded when it is needed: the server never reads a workbook.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const { index, values } of streamXlsxRows(data)) {
      line = Number.isSafeInteger(index) ? index + 1 : line + 1;
      const record = values.map(cellText);
      if (record.every((cell) => cell === '')) continue;
      const row = table.read(record, line);
      if (row) yield row;
      if (table.isLost()) break;
    }
  } catch (error) {
    // Whatever the library throws, the file is the reason.
    const reason = error instanceof Error ? error.message : String(error);
    return addProblem(problems, line + 1, `From here on the workbook is damaged: ${reason}`);
  }
  table.end();
}

/** Null if it is too large. */
async function readWhole(file: string): Promise<Buffer | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return size > limits.packedMiB * mebibyte ? null : await readFile(handle);
  } finally {
    await handle.close();
  }
}

/** Null for a workbook that can be unpacked without danger. */
function findRefusal(data: Buffer): string | null {
  const entries = readZipDirectory(data);
  if (!entries?.some(({ name }) => name === '[Content_Types].xml')) return 'not an .xlsx file';
  const total = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (total > limits.unpackedMiB * mebibyte)
    return `too large: it unpacks to more than ${limits.unpackedMiB} MiB`;
  return entries.map(findEntryRefusal).find((refusal) => refusal !== null) ?? null;
}

function findEntryRefusal({ name, packedBytes, unpackedBytes, hasSize }: ZipEntry): string | null {
  if (!hasSize) return `damaged: the size of ${name} is not stated`;
  if (!name.startsWith('xl/worksheets/') && unpackedBytes > limits.partMiB * mebibyte)
    return `too large: ${name} unpacks to more than ${limits.partMiB} MiB`;
  return unpackedBytes > mebibyte && unpackedBytes > limits.packedTimes * packedBytes
    ? `too large: ${name} unpacks to more than ${limits.packedTimes} times its size`
    : null;
}

/** A day is written as `2026-11-23`. */
function cellText(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value).trim();
  return Number.isNaN(value.getTime()) ? 'not a date' : value.toISOString().slice(0, 10);
}
