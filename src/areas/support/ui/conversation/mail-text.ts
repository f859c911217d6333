// The text of a mail as Markdown that shows it as it was typed: only quotes and addresses are
// formatted.

const address = /(https?:\/\/[^\s<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;
const signs = /[\\`*_{}[\]()#+\-.!|~<>&=:]/g;
const quoteMarks = /^(?:\s{0,3}>)+ ?/;

export function toMailMarkdown(text: string): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => {
      const above = lines[at - 1] ?? '';
      const marks = quoteMarks.exec(line)?.[0] ?? '';
      const content = marks + escapeSigns(line.slice(marks.length));
      // Markdown takes a line below a quote for a part of it.
      const isBelowQuote = quoteMarks.test(above) && marks === '' && line.trim() !== '';
      return isBelowQuote ? ['', content] : [content];
    })
    .join('\n');
}

/** Spaces in front would make a block of code, or be lost. */
const escapeSigns = (line: string): string =>
  line
    .replace(/^[ \t]+/, (space) => '\u00a0'.repeat(space.replaceAll('\t', '    ').length))
    .split(address)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(signs, '\\$&')))
    .join('');
