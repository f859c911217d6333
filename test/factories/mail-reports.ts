// Reports of other mail servers, as they send them to the envelope sender of a mail.
import { readFile } from 'node:fs/promises';

export type ReportName =
  | 'postfix'
  | 'postfix-delayed'
  | 'exim'
  | 'exchange'
  | 'gmail'
  | 'complaint';

export async function composeReport(name: ReportName, to: string): Promise<Buffer> {
  const file = new URL(`../reports/${name}.eml`, import.meta.url);
  const raw = await readFile(file, 'utf8');
  return Buffer.from(raw.replaceAll('{to}', to).replace(/\r?\n/g, '\r\n'));
}
