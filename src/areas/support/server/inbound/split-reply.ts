// Splits the text of a reply into what its author wrote, and what only repeats our mails or ends
// the mail. Nothing is deleted: the second part is folded. Text that is not known to be ours stays
// where it is, since a quote too many is better than a lost word.
import { markQuotes } from './mark-quotes.ts';
import { separateArmour } from './pgp-armour.ts';
import {
  attributionAt,
  blank,
  findBlocks,
  findLastTyped,
  findProgramLines,
  findTyped,
  isOurHeader,
  type Lines,
  quoted,
  type Span,
  withSeparator,
} from './quote-lines.ts';
import type { SentTexts } from './sent-texts.ts';

export type Reply = {
  text: string;
  /** Quotes of our mails, with the lines above them, the signature, and the lines of PGP. */
  folded: string;
};

/** `ourHost` is the host of our addresses. */
export function splitReply(mail: string, sent: SentTexts, ourHost: string): Reply {
  const { text, armour } = separateArmour(mail);
  const reply = splitText(text, sent, ourHost);
  return { ...reply, folded: [reply.folded, armour].filter(Boolean).join('\n\n') };
}

function splitText(mail: string, sent: SentTexts, ourHost: string): Reply {
  const { lines, isFolded } = foldLines(mail.split('\n'), sent, ourHost);
  const join = (folded: boolean): string =>
    lines
      .filter((_, at) => isFolded[at] === folded)
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  return { text: join(false), folded: join(true) };
}

/** Whether each line is folded, and the lines with the marks that a program left out. */
export function foldLines(
  unmarked: Lines,
  sent: SentTexts,
  ourHost: string,
): { lines: Lines; isFolded: boolean[] } {
  const tail = findTail(unmarked, ourHost);
  const isTailOurs = repeatsOnly(unmarked.slice(tail), ourHost, sent.findOthersInMails);
  const end = isTailOurs ? tail : unmarked.length;
  const marked = markQuotes(unmarked.slice(0, end), sent, { tail, ourHost });
  const lines = [...marked, ...unmarked.slice(end)];
  const quotes = findQuotes(lines.slice(0, end), sent, ourHost);
  const spans = [...foldedQuotes(lines, quotes, end), { start: end, end: lines.length }];
  const isFolded = lines.map(() => false);
  for (const span of [...spans, ...findSignatures(lines, spans)])
    isFolded.fill(true, span.start, span.end);
  return { lines, isFolded };
}

/** Beside what programs write into a quote. */
function repeatsOnly(
  lines: Lines,
  ourHost: string,
  findOthers: (lines: Lines) => readonly string[],
): boolean {
  const body = lines.map((line) => line.replace(/^[>\s]+/, ''));
  const isProgram = findProgramLines(body, ourHost);
  return findOthers(body.filter((_, at) => !isProgram[at])).length === 0;
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

type Quote = Span & {
  /** With the lines above that say who wrote it when. */
  attributionStart: number;
  isAttributed: boolean;
};

const nested = /^\s*>\s*>/;

/** Quotes of our mails, marked with `>`. Marks of the author's own, as of a console, are none. */
function findQuotes(lines: Lines, sent: SentTexts, ourHost: string): Quote[] {
  const blocks = findBlocks(lines);
  return blocks.flatMap((block, index) => {
    const start = blocks[index - 1]?.end ?? 0;
    const above = findLastTyped(lines, { start, end: block.start }) ?? -1;
    const attribution =
      above < 0 ? null : attributionAt(lines, above, ourHost, { isAboveQuote: true });
    const quote = lines.slice(block.start, block.end);
    // People also write into the quotes of mails; one that we don't know, we can't compare.
    const isKnown = sent.countInMails(quote).some(({ ours }) => ours > 0);
    const ofMail = isKnown ? quote.filter((line) => !nested.test(line)) : [];
    const others = isKnown ? quote.filter((line) => nested.test(line)) : quote;
    const isOurs =
      repeatsOnly(ofMail, ourHost, sent.findOthersInMails) &&
      repeatsOnly(others, ourHost, sent.findOthers);
    if (!isOurs && (isKnown || !attribution?.isOurs)) return [];
    const attributionStart = attribution ? above + 1 - attribution.lines : block.start;
    return [{ ...block, attributionStart, isAttributed: attribution !== null }];
  });
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
