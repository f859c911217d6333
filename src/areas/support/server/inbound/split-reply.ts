// Splits the text of a reply into what its author wrote, and what only repeats our mails or ends
// the mail. Nothing is deleted: the second part is folded. Text that is not known to be ours stays
// where it is, since a quote too many is better than a lost word.
import { separateArmour } from './pgp-armour.ts';
import type { SentTexts } from './sent-texts.ts';

export type Reply = {
  text: string;
  /** Quotes of our mails, with the lines above them, the signature, and the lines of PGP. */
  folded: string;
};

type Lines = readonly string[];
/** Lines from `start` to before `end`. */
type Span = { start: number; end: number };

const quoted = /^\s*>/;
const blank = /^\s*$/;
/** What programs write is shorter; longer lines would take patterns too long. */
const programLineMax = 400;

// Anyone can write a mail of many lines: each is looked at a few times, and never all from each.
function findTyped(lines: Lines, { start, end }: Span): number | undefined {
  for (let at = start; at < end; at++) if (!blank.test(lines[at]!)) return at;
  return undefined;
}

function findLastTyped(lines: Lines, { start, end }: Span): number | undefined {
  for (let at = end - 1; at >= start; at--) if (!blank.test(lines[at]!)) return at;
  return undefined;
}

/** `ourHost` is the host of our addresses. */
export function splitReply(mail: string, sent: SentTexts, ourHost: string): Reply {
  const { text, armour } = separateArmour(mail);
  const reply = splitText(text, sent, ourHost);
  return { ...reply, folded: [reply.folded, armour].filter(Boolean).join('\n\n') };
}

function splitText(mail: string, sent: SentTexts, ourHost: string): Reply {
  const lines = mail.split('\n');
  const tail = findTail(lines, ourHost);
  const isTailOurs = tail < lines.length && repeatsOnly(sent, lines.slice(tail), ourHost);
  const end = isTailOurs ? tail : lines.length;
  const quotes = findQuotes(lines.slice(0, end), sent, ourHost);
  const spans = [...foldedQuotes(lines, quotes, end), { start: end, end: lines.length }];
  return divide(lines, [...spans, ...findSignatures(lines, spans)]);
}

function divide(lines: Lines, spans: readonly Span[]): Reply {
  const isFolded = lines.map(() => false);
  for (const { start, end } of spans) isFolded.fill(true, start, end);
  const join = (folded: boolean): string =>
    lines
      .filter((_, at) => isFolded[at] === folded)
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  return { text: join(false), folded: join(true) };
}

/** Where our mail begins that is quoted without signs; the number of lines when there is none. */
function findTail(lines: Lines, ourHost: string): number {
  for (const at of lines.keys()) {
    if (isOurHeader(lines, at, ourHost)) return withSeparator(lines, at);
    const attribution = attributionAt(lines, at, ourHost);
    if (!attribution?.isOurs) continue;
    const next = findTyped(lines, { start: at + 1, end: lines.length });
    if (next === undefined || !quoted.test(lines[next]!)) return at + 1 - attribution.lines;
  }
  return lines.length;
}

/** The lines that programs write into a quote, such as the headers of older mails, do not count. */
function repeatsOnly(sent: SentTexts, lines: Lines, ourHost: string): boolean {
  const body = lines.map((line) => line.replace(/^[>\s]+/, ''));
  const isAttribution = (at: number) =>
    [0, 1, 2].some((below) => (attributionAt(body, at + below, ourHost)?.lines ?? 0) > below);
  const text = body.filter(
    (line, at) =>
      !headerLine.test(line) &&
      !separator.test(line) &&
      !isContinuation(line) &&
      !isAttribution(at),
  );
  return sent.findOthers(text).length === 0;
}

type Quote = Span & {
  /** With the lines above that say who wrote it when. */
  attributionStart: number;
  isAttributed: boolean;
};

/** Quotes of our mails, marked with `>`. Marks of the author's own, as of a console, are none. */
function findQuotes(lines: Lines, sent: SentTexts, ourHost: string): Quote[] {
  const blocks = findBlocks(lines);
  return blocks.flatMap((block, index) => {
    const start = blocks[index - 1]?.end ?? 0;
    const above = findLastTyped(lines, { start, end: block.start }) ?? -1;
    const attribution =
      above < 0 ? null : attributionAt(lines, above, ourHost, { isAboveQuote: true });
    const isOurs = repeatsOnly(sent, lines.slice(block.start, block.end), ourHost);
    if (!isOurs && !attribution?.isOurs) return [];
    const attributionStart = attribution ? above + 1 - attribution.lines : block.start;
    return [{ ...block, attributionStart, isAttributed: attribution !== null }];
  });
}

/** Lines with `>`, and empty lines between them. */
function findBlocks(lines: Lines): Span[] {
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

/**
 * The last quote is folded if nothing follows it. Others stay when an answer stands between them,
 * or below one that the author has cut out: "No" means nothing without its question.
 */
function foldedQuotes(lines: Lines, quotes: readonly Quote[], end: number): Span[] {
  const isTyped = (start: number, stop: number) =>
    findTyped(lines, { start, end: stop }) !== undefined;
  const between = quotes
    .slice(1)
    .some((quote, at) => isTyped(quotes[at]!.end, quote.attributionStart));
  return quotes.flatMap((quote, at) => {
    const next = quotes[at + 1]?.attributionStart ?? end;
    const isAnswered = between ? isTyped(quote.end, end) : isTyped(quote.end, next);
    const isCutOut = between || !quote.isAttributed;
    const start = quote.attributionStart;
    return [{ start, end: isAnswered && isCutOut ? quote.start : quote.end }];
  });
}

const wrapMax = 3;
/** A date with its year; in a wrapped attribution it is on the first line. */
const date = /\b20\d\d|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b|20\d\d年/;
const verbs = ['wrote', 'schrieb', 'écrit', 'escribió', 'scritto', 'escreveu', 'schreef', 'skrev'];
const wroteVerbs = [...verbs, 'napisał', '写道', '작성', '>:'];

/** Of "-----Original Message-----:" and `wrote ----`; Hebrew and Arabic end with a mark. */
const attributionEnd = /(?:[:：]-*|-{3,})[\s\u200e\u200f]*$/;

/**
 * "On Fri, Nov 20, 2026 at 1:00 PM Weftline <...> wrote:", on up to three lines that end at `at`.
 * With an address of ours it may be in any language, and above a quote without a date.
 */
function attributionAt(
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

const headerLine = /^\s*\*?\p{L}[\p{L} -]{0,30}\s?[:：]\*?(?:\s|$)/u;
const headersMax = 10;
const headersMin = 3;
/** The subject of our e-mails, after any prefix. */
const ourSubject = /:.*\[#\d{1,10}\]/;
/** Further addresses of a long list of recipients. */
const isContinuation = (line: string): boolean =>
  line.length <= programLineMax && /^\s*<?[^\s:]+@[^\s:]+>?(?:[;,]|$)/.test(line);

/** "From: ... Sent: ... Subject: Re: [#1001] ...", in any language. */
function isOurHeader(lines: Lines, at: number, ourHost: string): boolean {
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
const separator = /^\s*(?:[_-]{5,}|-{2,}\s?\p{L}[\p{L}' ]{3,40}\s?-{2,})\s*$/u;

function withSeparator(lines: Lines, at: number): number {
  const last = lines.slice(0, at).findLastIndex((line) => !blank.test(line));
  return last >= 0 && separator.test(lines[last]!) ? last : at;
}

const signatureLinesMax = 6;
const footerWordsMax = 6;
const sentFrom = [
  'Sent from|Sent via|Von|Gesendet von|Gesendet mit|Envoyé de|Envoyé depuis|Enviado desde',
  'Enviado de|Inviato da|Verzonden vanaf|Verstuurd vanaf|Skickat från|Sendt fra',
].flatMap((words) => words.split('|'));
const devices = [
  'iPhone|iPad|iOS|Android|Galaxy|Samsung|Huawei|Xiaomi|phone|device|Handy',
  'Outlook|Mail|Windows',
].flatMap((words) => words.split('|'));
const advertisement =
  /^Sent with .{0,40}Proton ?Mail.{0,60} secure email\.$|^Get Outlook for \w+\s?[<[(]?https:\S+$/;

function isClientFooter(line: string): boolean {
  const words = line.replace(/(?: gesendet)?\.?$/, '');
  const isSentFrom =
    sentFrom.some((start) => words.startsWith(`${start} `)) &&
    devices.some((end) => words.endsWith(end)) &&
    words.split(' ').length <= footerWordsMax;
  return isSentFrom || advertisement.test(line);
}

/** Of each piece between folded lines: people also write below a quote. */
function findSignatures(lines: Lines, folded: readonly Span[]): Span[] {
  const borders = folded.toSorted((a, b) => a.start - b.start);
  return borders.flatMap(({ start: stop }, at) => {
    const start = borders[at - 1]?.end ?? 0;
    const last = findLastTyped(lines, { start, end: stop });
    return last === undefined ? [] : [findSignature(lines, { start, end: last + 1 })];
  });
}

/** The few lines below "-- ", or the one-line footer of a phone or mail client. */
function findSignature(lines: Lines, { start, end }: Span): Span {
  const dashes = start + lines.slice(start, end).lastIndexOf('-- ');
  // A postscript stands below the signature.
  const gap = lines.slice(dashes, end).findIndex((line) => blank.test(line));
  const stop = gap < 0 ? end : dashes + gap;
  if (dashes >= start && stop - dashes - 1 <= signatureLinesMax)
    return { start: dashes, end: stop };
  const isAlone = end - 1 <= start || blank.test(lines[end - 2]!);
  const isFooter = isAlone && isClientFooter(lines[end - 1]!.trim());
  return { start: isFooter ? end - 1 : end, end };
}
