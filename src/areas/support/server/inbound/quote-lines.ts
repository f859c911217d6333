// Lines that programs write around quotes: who wrote it when, headers, separators, warnings.

export type Lines = readonly string[];
/** Lines from `start` to before `end`. */
export type Span = { start: number; end: number };

export const quoted = /^\s*>/;
export const blank = /^\s*$/;
/** What programs write is shorter; longer lines would take patterns too long. */
const programLineMax = 400;

// Anyone can write a mail of many lines: each is looked at a few times, and never all from each.
export function findTyped(lines: Lines, { start, end }: Span): number | undefined {
  for (let at = start; at < end; at++) if (!blank.test(lines[at]!)) return at;
  return undefined;
}

export function findLastTyped(lines: Lines, { start, end }: Span): number | undefined {
  for (let at = end - 1; at >= start; at--) if (!blank.test(lines[at]!)) return at;
  return undefined;
}

const wrapMax = 3;
/** A date with its year, also in digits of other scripts; of a wrapped line it is on the first. */
const date = /\b20\d\d|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b|20\d\d年|[^\P{Nd}0-9]{4}/u;
const verbs = ['wrote', 'schrieb', 'écrit', 'escribió', 'scritto', 'escreveu', 'schreef', 'skrev'];
const wroteVerbs = [...verbs, 'napisał', '写道', '작성', '>:'];

/** Of "-----Original Message-----:" and `wrote ----`; Hebrew and Arabic end with a mark. */
const attributionEnd = /(?:[:：]-*|-{3,})[\s\u200e\u200f]*$/;

/**
 * "On Fri, Nov 20, 2026 at 1:00 PM Weftline <...> wrote:", on up to three lines that end at `at`.
 * With an address of ours it may be in any language, and above a quote without a date.
 */
export function attributionAt(
  lines: Lines,
  at: number,
  ourHost: string,
  { isAboveQuote = false } = {},
): { lines: number; isOurs: boolean } | null {
  const last = lines[at] ?? '';
  if (last.length > programLineMax || !attributionEnd.test(last)) return null;
  for (let count = 1; count <= wrapMax; count++) {
    const parts = lines.slice(Math.max(0, at + 1 - count), at + 1);
    if (parts.length < count || blank.test(parts[0]!)) break;
    const words = parts.map((one) => one.replace(/^[>\s]+/, '').trim()).join(' ');
    if (words.length > programLineMax) break;
    const isOurs = ourHost !== '' && words.toLowerCase().includes(`@${ourHost}`);
    const isAttribution = isOurs || wroteVerbs.some((verb) => words.includes(verb));
    if (date.test(words) && isAttribution && isBalanced(words)) return { lines: count, isOurs };
  }
  return isAboveQuote && last.includes(`@${ourHost}`) ? { lines: 1, isOurs: true } : null;
}

/** Unbalanced: the attribution begins on an earlier line, in the middle of an address. */
const isBalanced = (words: string): boolean => words.split('<').length === words.split('>').length;

export const headerLine = /^\s*\*?\p{L}[\p{L} -]{0,30}\s?[:：]\*?(?:\s|$)/u;
const headersMax = 10;
const headersMin = 3;
/** The subject of our e-mails, after any prefix. */
const ourSubject = /:.*\[#\d{1,10}\]/;
/** Further addresses of a long list of recipients. */
export const isContinuation = (line: string): boolean =>
  line.length <= programLineMax && /^\s*<?[^\s:]+@[^\s:]+>?(?:[;,]|$)/.test(line);

/** "From: ... Sent: ... Subject: Re: [#1001] ...", in any language. */
export function isOurHeader(lines: Lines, at: number, ourHost: string): boolean {
  if (!headerLine.test(lines[at]!)) return false;
  const some = lines.slice(at, at + headersMax);
  const end = some.findIndex((line) => !headerLine.test(line) && !isContinuation(line));
  const headers = end < 0 ? some : some.slice(0, end);
  return (
    headers.length >= headersMin &&
    headers.some((line) => ourSubject.test(line) || line.includes(`@${ourHost}`)) &&
    headers.some((line) => line.includes('@'))
  );
}

/** The line above quoted headers, or "-----Original Message-----". */
export const separator = /^\s*(?:[_-]{5,}|-{2,}\s?\p{L}[\p{L}' ]{3,40}\s?-{2,})\s*$/u;

export function withSeparator(lines: Lines, at: number): number {
  const last = lines.slice(0, at).findLastIndex((line) => !blank.test(line));
  return last >= 0 && separator.test(lines[last]!) ? last : at;
}

/** Lines with `>`, and empty lines between them. */
export function findBlocks(lines: Lines): Span[] {
  const blocks: Span[] = [];
  for (const [at, line] of lines.entries()) {
    if (!quoted.test(line)) continue;
    const last = blocks.at(-1);
    const gap = last && { start: last.end, end: at };
    if (gap && findTyped(lines, gap) === undefined) last.end = at + 1;
    else blocks.push({ start: at, end: at + 1 });
  }
  return blocks;
}

/** What mail servers put above mails that come from outside. */
const warning = new RegExp(
  [
    '^\\W{0,5}(?:',
    [
      'caution|warning|attention|achtung|vorsicht|atención|attenzione|atenção',
      'external(?: email| sender| message)?|extern|externe[rs]?|externo',
      'this (?:e-?mail|message) (?:originated|came|was sent) from (?:outside|an external)',
      "you don['’]t often get e-?mail from",
    ].join('|'),
    ')(?:\\W|$)',
  ].join(''),
  'i',
);

/** Which lines programs wrote into a quote, without its marks. */
export function findProgramLines(lines: Lines, ourHost: string): boolean[] {
  const isProgram = lines.map(() => false);
  for (const { start, end } of findHeaders(lines)) isProgram.fill(true, start, end);
  for (const at of lines.keys()) {
    const attribution = attributionAt(lines, at, ourHost);
    if (attribution) isProgram.fill(true, at + 1 - attribution.lines, at + 1);
  }
  let isAboveProgram = false;
  for (let at = lines.length - 1; at >= 0; at--) {
    if (blank.test(lines[at]!)) continue;
    if (separator.test(lines[at]!) && (isAboveProgram || !/\p{L}/u.test(lines[at]!)))
      isProgram[at] = true;
    isAboveProgram = isProgram[at]!;
  }
  return isProgram.map((program, at) => program || isWarning(lines, isProgram, at));
}

/** Only at the beginning, below what says whose mail it is: below that people write. */
function isWarning(lines: Lines, isProgram: readonly boolean[], at: number): boolean {
  if (lines[at]!.length > programLineMax || !warning.test(lines[at]!)) return false;
  const above = findLastTyped(lines, { start: 0, end: at });
  return above === undefined || isProgram[above] === true;
}

/** Blocks of headers of any mail. People also write lists with colons, hence their marks. */
function findHeaders(lines: Lines): Span[] {
  const blocks: Span[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!headerLine.test(lines[at]!)) continue;
    const start = at;
    while (at < lines.length && isHeaderOrMore(lines[at]!)) at++;
    const block = lines.slice(start, Math.min(at, start + headersMax));
    const isMail = block.some((line) => line.includes('@') || ourSubject.test(line));
    const isDated = block.some((line) => line.length <= programLineMax && date.test(line));
    if (block.length >= headersMin && isMail && isDated)
      blocks.push({ start, end: start + block.length });
  }
  return blocks;
}

const isHeaderOrMore = (line: string): boolean => headerLine.test(line) || isContinuation(line);
