// The text of a part of a mail: its character set, and the lines of `format=flowed` (RFC 3676).
import { decodeBytes } from './decode-bytes.ts';
import { detectCharset } from './detect-charset.ts';

type Parameters = Readonly<Record<string, string>>;

export function decodeText(bytes: Uint8Array, type: string, parameters: Parameters): string {
  const charset = detectCharset(bytes, parameters.charset ?? '', type === 'text/html');
  const text = decodeBytes(bytes, charset);
  if (!/^flowed$/i.test(parameters.format ?? '')) return text;
  return joinFlowed(text, /^yes$/i.test(parameters.delsp ?? ''));
}

/** A line that ends with a space goes on in the next one, if both are quoted equally often. */
function joinFlowed(text: string, hasExtraSpaces: boolean): string {
  const output: string[] = [];
  let open: string | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, marks, rest] = /^(>*) ?(.*)$/s.exec(line) as unknown as [string, string, string];
    const beginning = marks === '' ? '' : `${marks} `;
    if (open === marks && rest !== '-- ') output.push(rest);
    else output.push(output.length > 0 ? '\n' : '', beginning, rest);
    const isOpen = rest.endsWith(' ') && rest !== '-- ';
    if (isOpen && hasExtraSpaces) output.push(output.pop()!.slice(0, -1));
    open = isOpen ? marks : null;
  }
  return output.join('');
}
