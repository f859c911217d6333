// Marks words of ours that a program quoted without marks, so that they are not taken for the
// author's: those in a mail that its author wrote into, and lines that a program broke anew.
import { blank, findProgramLines, type Lines, quoted } from './quote-lines.ts';
import type { SentTexts } from './sent-texts.ts';

/** So many words in a row nobody types who does not quote. Below our headers a few are enough. */
const wordsMin = 12;
const wordsMinInTail = 3;

export function markQuotes(
  lines: Lines,
  sent: SentTexts,
  { tail, ourHost }: { tail: number; ourHost: string },
): string[] {
  const marked = markWrapped(lines, sent);
  const counts = sent.countInMails(marked);
  const program = [
    ...marked.slice(0, tail).map(() => false),
    ...findProgramLines(marked.slice(tail), ourHost),
  ];
  const isOurs = (at: number) => program[at] || (counts[at]!.ours > 0 && counts[at]!.others === 0);
  for (let at = 0; at < marked.length; at++) {
    if (quoted.test(marked[at]!) || !isOurs(at)) continue;
    const start = at;
    let end = at;
    let words = 0;
    for (; at < marked.length && !quoted.test(marked[at]!); at++) {
      if (isOurs(at)) end = at + 1;
      else if (!blank.test(marked[at]!)) break;
      words += counts[at]!.ours;
    }
    if (words < (start >= tail ? wordsMinInTail : wordsMin)) continue;
    for (let line = start; line < end; line++) marked[line] = `> ${marked[line]}`.trimEnd();
  }
  return marked;
}

/** A line that a program broke lost its mark: it goes on with the words of the one above. */
function markWrapped(lines: Lines, sent: SentTexts): string[] {
  const marked = [...lines];
  for (let at = 1; at < marked.length; at++) {
    const [above, line] = [marked[at - 1]!, marked[at]!];
    if (!quoted.test(above) || quoted.test(line) || blank.test(line)) continue;
    if (sent.isContinued(above, line)) marked[at] = `> ${line}`;
  }
  return marked;
}
