// What somebody typed into their answer, apart from what their program put around it. What is not
// known for sure to be a program's stays: too much is shown then, and no word is lost.

const quoted = /^\s*>/;
const blank = /^\s*$/;

/**
 * Without white space about them; the order of the rest stays. `ourHost` is what stands behind the
 * @ of our addresses: a mail from there that is quoted without a sign reaches to the end.
 */
export const ownWordsOf = (mail: string, ourHost: string): string =>
  withoutQuotes(mail.split('\n'), `@${ourHost}>`).flatMap(withoutSignature).join('\n').trim();

/** The pieces between quotes: answers may stand below or between quoted lines as well. */
function withoutQuotes(lines: readonly string[], ourAddress: string): string[][] {
  const pieces: string[][] = [[]];
  for (const [at, line] of lines.entries()) {
    const piece = pieces.at(-1)!;
    if (isOurHeader(lines, at)) {
      dropRule(piece);
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
/** A date with its year, which the first of the lines holds when they are wrapped. */
const date = /\b20\d\d|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b/;
const verbs = ['wrote', 'schrieb', 'écrit', 'escribió', 'scritto', 'escreveu', 'schreef', 'skrev'];
const wrote = [...verbs, 'napisał', '写道', '작성', '>:'];

/** "On Fri, Nov 20, 2026 at 1:00 PM Weftline <...> wrote:", on one line or broken into some. */
function attributionAtEnd(kept: readonly string[]): { words: string; lines: number } | null {
  if (!/[:：]-*\s*$/.test(kept.at(-1) ?? '')) return null;
  for (let lines = 1; lines <= wrapMax; lines++) {
    const parts = kept.slice(-lines);
    if (parts.length < lines || blank.test(parts[0]!)) return null;
    const words = parts.map((one) => one.trim()).join(' ');
    if (words.length > attributionMax) return null;
    if (date.test(words) && saysWrote(words) && isBalanced(words)) return { words, lines };
  }
  return null;
}

const saysWrote = (words: string): boolean => wrote.some((verb) => words.includes(verb));

/** An address that a line break tore in two does not begin an attribution. */
const isBalanced = (words: string): boolean => words.split('<').length === words.split('>').length;

const headerLine = /^\s*\*?\p{L}[\p{L} -]{0,30}\s?:\*?(?:\s|$)/u;
const headersMax = 8;
const headersMin = 3;
/** As our mails have it, whatever a program puts before it. */
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

/** The line that is drawn above quoted headers, or "-----Original Message-----". */
const rule = /^\s*(?:[_-]{5,}|-{2,}\s?\p{L}[\p{L}' ]{3,40}\s?-{2,})\s*$/u;

function dropRule(piece: string[]): void {
  const last = piece.findLastIndex((line) => !blank.test(line));
  if (last >= 0 && rule.test(piece[last]!)) piece.length = last;
}

const signatureLinesMax = 6;
const programsWordsMax = 6;
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

function isProgramsLine(line: string): boolean {
  const words = line.replace(/(?: gesendet)?\.?$/, '');
  const isSentFrom =
    sentFrom.some((start) => words.startsWith(`${start} `)) &&
    devices.some((end) => words.endsWith(end)) &&
    words.split(' ').length <= programsWordsMax;
  return isSentFrom || advertisement.test(line);
}

/** "-- " and a few lines up to the end, or the one line of a telephone or of a program. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => !blank.test(line)) + 1;
  const dashes = lines.slice(0, end).lastIndexOf('-- ');
  if (dashes >= 0 && end - dashes - 1 <= signatureLinesMax) return lines.slice(0, dashes);
  const last = lines[end - 1]?.trim() ?? '';
  const isAlone = end < 2 || blank.test(lines[end - 2]!);
  return isAlone && isProgramsLine(last) ? lines.slice(0, end - 1) : lines;
}
