// Finds the text that a person typed into a reply, without quotes, headers and signatures that mail
// clients add. Unknown text is kept: showing too much is better than losing a word.

const quoted = /^\s*>/;
const blank = /^\s*$/;

/**
 * Returns the typed text, trimmed, in its original order. `ourHost` is the host of our addresses:
 * an e-mail from there that is quoted without `>` extends to the end.
 */
export const stripQuotedReply = (mail: string, ourHost: string): string =>
  splitAtQuotes(mail.split('\n'), `@${ourHost}>`).flatMap(stripSignature).join('\n').trim();

/** The pieces between quotes: people also write below and between quoted lines. */
function splitAtQuotes(lines: readonly string[], ourAddress: string): string[][] {
  const pieces: string[][] = [[]];
  for (const [at, line] of lines.entries()) {
    const piece = pieces.at(-1)!;
    if (isOurHeader(lines, at)) {
      dropSeparator(piece);
      break;
    }
    if (quoted.test(line)) {
      if (piece.length > 0) pieces.push([]);
      continue;
    }
    piece.push(line);
    const found = attributionAtEnd(piece);
    if (!found) continue;
    const next = lines.slice(at + 1).find((one) => !blank.test(one));
    const isBeforeQuote = next === undefined || quoted.test(next);
    const isOurs = found.words.toLowerCase().includes(ourAddress);
    if (isBeforeQuote || isOurs) piece.length -= found.lines;
    if (isOurs && !isBeforeQuote) break;
  }
  return pieces;
}

const wrapMax = 3;
const attributionMax = 400;
/** A date with its year; in a wrapped attribution it is on the first line. */
const date = /\b20\d\d|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b/;
const verbs = ['wrote', 'schrieb', 'écrit', 'escribió', 'scritto', 'escreveu', 'schreef', 'skrev'];
const wroteVerbs = [...verbs, 'napisał', '写道', '작성', '>:'];

/** "On Fri, Nov 20, 2026 at 1:00 PM Weftline <...> wrote:", on one line or wrapped. */
function attributionAtEnd(piece: readonly string[]): { words: string; lines: number } | null {
  if (!/[:：]-*\s*$/.test(piece.at(-1) ?? '')) return null;
  for (let lines = 1; lines <= wrapMax; lines++) {
    const parts = piece.slice(-lines);
    if (parts.length < lines || blank.test(parts[0]!)) return null;
    const words = parts.map((one) => one.trim()).join(' ');
    if (words.length > attributionMax) return null;
    if (date.test(words) && containsWroteVerb(words) && isBalanced(words)) return { words, lines };
  }
  return null;
}

const containsWroteVerb = (words: string): boolean =>
  wroteVerbs.some((verb) => words.includes(verb));

/** Unbalanced: the attribution begins on an earlier line, in the middle of an address. */
const isBalanced = (words: string): boolean => words.split('<').length === words.split('>').length;

const headerLine = /^\s*\*?\p{L}[\p{L} -]{0,30}\s?:\*?(?:\s|$)/u;
const headersMax = 8;
const headersMin = 3;
/** The subject of our e-mails, after any prefix. */
const ourSubject = /:.*\[#\d{1,10}\]/;

/** "From: ... Sent: ... Subject: Re: [#1001] ...", in any language. */
function isOurHeader(lines: readonly string[], at: number): boolean {
  if (!headerLine.test(lines[at]!)) return false;
  const some = lines.slice(at, at + headersMax);
  const end = some.findIndex((line) => !headerLine.test(line));
  const headers = end < 0 ? some : some.slice(0, end);
  return (
    headers.length >= headersMin &&
    headers.some((line) => ourSubject.test(line)) &&
    headers.some((line) => line.includes('@'))
  );
}

/** The line above quoted headers, or "-----Original Message-----". */
const separator = /^\s*(?:[_-]{5,}|-{2,}\s?\p{L}[\p{L}' ]{3,40}\s?-{2,})\s*$/u;

function dropSeparator(piece: string[]): void {
  const last = piece.findLastIndex((line) => !blank.test(line));
  if (last >= 0 && separator.test(piece[last]!)) piece.length = last;
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

/** Removes "-- " and the few lines below it, or the one-line footer of a phone or mail client. */
function stripSignature(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => !blank.test(line)) + 1;
  const dashes = lines.slice(0, end).lastIndexOf('-- ');
  if (dashes >= 0 && end - dashes - 1 <= signatureLinesMax) return lines.slice(0, dashes);
  const last = lines[end - 1]?.trim() ?? '';
  const isAlone = end < 2 || blank.test(lines[end - 2]!);
  return isAlone && isClientFooter(last) ? lines.slice(0, end - 1) : lines;
}
