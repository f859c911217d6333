// The configuration of mail servers as docs/guides/inbound-mail.md prints it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../docs/guides/inbound-mail.md');

/** The blocks of code below a heading, in their order. */
export function readGuide(heading: string): string[] {
  const text = readFileSync(file, 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  if (!section) throw new Error(`The guide has no section "${heading}".`);
  return [...section.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

/** The commands of a block that begin with `name`, each as a line for a shell. */
export const listCommands = (block: string, name: string): string[] =>
  block.split('\n').filter((line) => line.startsWith(`${name} `));
