/** JSON for people: what fits into a line of 100 columns is on one line, and lists fill theirs. */
export function printJson(value: unknown, indent = ''): string {
  const short = printLine(value);
  if (indent.length + short.length <= 88 || typeof value !== 'object' || value === null)
    return short;
  const inner = `${indent}  `;
  const [open, close, lines] = Array.isArray(value)
    ? ['[', ']', fillLines(value.map((one) => printJson(one, inner))).map((one) => inner + one)]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([key, one]) => `${inner}${JSON.stringify(key)}: ${printJson(one, inner)}`,
        ),
      ];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Joins texts of one line as far as they fit. */
function fillLines(items: readonly string[]): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1) ?? '';
    const isText = (text: string) => !/[{[\n]/.test(text);
    const fits = last !== '' && last.length + item.length <= 70;
    if (fits && isText(last) && isText(item)) lines[lines.length - 1] = `${last}, ${item}`;
    else lines.push(item);
  }
  return lines;
}

function printLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${printLine(one)}`,
  );
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}
