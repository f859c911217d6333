// A program with the exit codes of clamdscan: 1 for a file that contains `virus`, 2 for `broken`.
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const program = `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', () => {
  const text = Buffer.concat(chunks).toString();
  process.exit(text.includes('virus') ? 1 : text.includes('broken') ? 2 : 0);
});
`;

/** The value of VIRUS_SCAN_COMMAND. */
export function createVirusScanner(): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'scanner-')), 'scan.cjs');
  writeFileSync(file, program);
  return `${process.execPath}  ${file}`;
}
