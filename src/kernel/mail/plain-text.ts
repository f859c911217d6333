// The plain-text body of an e-mail, rendered from the same parts as the HTML.
import type { Fact, MailContent, MailPart } from './mail-content.ts';

const lineLengthMax = 78;
const factGap = 3;

export function renderPlainText(
  { siteName, heading, footer }: MailContent,
  parts: readonly MailPart[],
): string {
  const blocks = [siteName, heading, ...parts.map(toText), ...(footer ? [wrap(footer)] : [])];
  return `${blocks.join('\n\n')}\n`;
}

function toText(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return wrap(part.text);
    case 'code':
      return part.code;
    case 'button':
      return wrap(`${part.label} ${part.href}`);
    case 'facts':
      return alignColumns(part.rows);
  }
}

/**
 * Words separated by single spaces, on lines of at most 78 characters; a longer word stays whole.
 */
function wrap(text: string, lengthMax = lineLengthMax): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const extended = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && extended.length <= lengthMax) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines.join('\n');
}

function alignColumns(rows: readonly Fact[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + factGap;
  const valueLengthMax = Math.max(20, lineLengthMax - width);
  const toLine = ([label, value]: Fact) =>
    label.padEnd(width) + wrap(value, valueLengthMax).replaceAll('\n', `\n${' '.repeat(width)}`);
  return rows.map(toLine).join('\n');
}
