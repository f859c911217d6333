// Recognizes the words of mails that we sent where they come back as a quote: programs wrap and
// indent them, translate what surrounds them, and add lines, but leave the words in their order.

const runLength = 3;

type Count = { ours: number; others: number };

/** What a quote repeats. */
export type SentTexts = {
  /** The words that are not ours, of lines of a quote. */
  findOthers(lines: readonly string[]): string[];
  /**
   * The same of lines without a mark: words of messages may be typed anew, and so may a few of any
   * text, except for the first line.
   */
  findOthersInMails(lines: readonly string[]): string[];
  countInMails(lines: readonly string[]): Count[];
  /** Whether a line is the end of words of ours that begin in the one above. */
  isContinued(above: string, line: string): boolean;
};

/** `mails` as we sent them, `messages` of both sides. */
export function createSentTexts(
  mails: readonly string[],
  messages: readonly string[] = [],
): SentTexts {
  const inMails = listRuns(mails);
  const linesOfMails = new Set(
    mails.flatMap((mail) => mail.split('\n')).map((line) => listWords(line).join(' ')),
  );
  const all = new Set([...inMails, ...listRuns(messages)]);
  for (const text of [...mails, ...messages]) {
    const words = listWords(text);
    if (words.length < runLength) all.add(words.join(' '));
  }
  const links = mails.join(' ').matchAll(/https?:\/\/([\w.-]+)/g);
  const hosts = [...new Set([...links].map(([, host]) => host!))];
  const findOthers = (lines: readonly string[], runs: ReadonlySet<string>) =>
    findWords(lines, { runs, hosts }).flatMap((words) => words.filter(({ isOurs }) => !isOurs));
  return {
    findOthers: (lines) => findOthers(lines, all).map(({ word }) => word),
    findOthersInMails(lines) {
      const found = findWords(lines, { runs: inMails, hosts }).filter(({ length }) => length > 0);
      const first = found[0]?.map(({ word }) => word).join(' ') ?? '';
      const rest = linesOfMails.has(first) ? found.slice(1) : found;
      return rest.flat().flatMap(({ word, isOurs }) => (isOurs ? [] : [word]));
    },
    countInMails: (lines) =>
      findWords(lines, { runs: inMails, hosts }).map((words, at) => {
        const ours = words.filter(({ isOurs }) => isOurs).length;
        const isOurLink = words.length === 0 && leadsToUs(lines[at]!, hosts);
        return { ours: isOurLink ? 1 : ours, others: words.length - ours };
      }),
    isContinued(above, line) {
      const before = listWords(above).slice(1 - runLength);
      const words = listWords(line);
      if (before.length === 0 || words.length === 0) return false;
      const border = [...before, ...words].slice(0, runLength).join(' ');
      const [, below] = findWords([above, line], { runs: all, hosts });
      return all.has(border) && below!.every(({ isOurs }) => isOurs);
    },
  };
}

function listRuns(texts: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (const text of texts) {
    const words = listWords(text);
    for (let at = 0; at + runLength <= words.length; at++)
      runs.add(words.slice(at, at + runLength).join(' '));
  }
  return runs;
}

const leadsToUs = (address: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => address.includes(host));

/** The address that is a whole line, unless it leads to us, as checked ones do too. */
function listForeignAddress(line: string, hosts: readonly string[]): string[] {
  const [address] = listWords(line).length === 0 ? (line.match(addresses) ?? []) : [];
  return address && !leadsToUs(address, hosts) ? [address] : [];
}

type Known = { runs: ReadonlySet<string>; hosts: readonly string[] };
type Word = { word: string; isOurs: boolean };

/** Of each line; runs go over the ends of lines. */
function findWords(lines: readonly string[], { runs, hosts }: Known): Word[][] {
  const found = lines.map((line) =>
    [...listWords(line), ...listForeignAddress(line, hosts)].map((word) => ({
      word,
      isOurs: false,
    })),
  );
  const words = found.flat();
  for (let at = 0; at < words.length; at++)
    for (let length = Math.min(runLength, words.length - at); length > 0; length--) {
      const run = words.slice(at, at + length);
      if (!runs.has(run.map(({ word }) => word).join(' '))) continue;
      for (const one of run) one.isOurs = true;
      break;
    }
  return found;
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** They differ between our text and our HTML, and programs and mail servers rewrite them. */
const addresses = /\b(?:https?:\/\/|mailto:)\S+/g;
/** In scripts without spaces each letter is a word: programs break their lines anywhere. */
const spaceless = 'Han Hiragana Katakana Thai Lao Khmer Myanmar'
  .split(' ')
  .map((script) => `\\p{sc=${script}}`)
  .join('');
const word = new RegExp(`[${spaceless}]|[[\\p{L}\\p{N}\\p{M}]--[${spaceless}]]+`, 'gv');

const listWords = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replace(invisible, '').replace(addresses, ' ').match(word) ??
  [];
