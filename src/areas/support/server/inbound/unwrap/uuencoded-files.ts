// Files that old programs write into the text of a mail, as uuencode of POSIX makes them.

export type UuencodedFile = { name: string; bytes: Uint8Array };

const beginning = /^begin [0-7]{3,4} (\S.{0,254})$/;

/** The text without them. What is not encoded without a fault stays in the text. */
export function extractUuencodedFiles(text: string): { text: string; files: UuencodedFile[] } {
  const lines = text.split(/\r?\n/);
  const files: UuencodedFile[] = [];
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const name = beginning.exec(lines[at]!)?.[1]?.trim();
    const end = name ? findEnd(lines, at + 1) : null;
    if (!name || end === null) rest.push(lines[at]!);
    else {
      files.push({ name, bytes: Buffer.concat(lines.slice(at + 1, end).map(decodeLine)) });
      at = end;
    }
  }
  return { text: files.length > 0 ? rest.join('\n') : text, files };
}

/** Where `end` is, after an empty line of data; null when a line before it is no data. */
function findEnd(lines: readonly string[], start: number): number | null {
  for (let at = start; at < lines.length; at++) {
    if (lines[at] === 'end') return at > start && readLength(lines[at - 1]!) === 0 ? at : null;
    if (!isData(lines[at]!)) return null;
  }
  return null;
}

/** Of bytes, by the first letter. A space, or an accent in its place, is 0. */
const readLength = (line: string): number => toBits(line.charCodeAt(0) || 32);

const toBits = (code: number): number => (code - 32) & 63;

const countLetters = (length: number): number => Math.ceil(length / 3) * 4;

/** Spaces at the end may be lost, and one letter more may be a sum of the line. */
function isData(line: string): boolean {
  const letters = countLetters(readLength(line));
  return /^[ -`]*$/.test(line) && line.length <= letters + 2;
}

function decodeLine(line: string): Buffer {
  const length = readLength(line);
  const padded = line.padEnd(1 + countLetters(length));
  const bytes = Buffer.alloc(countLetters(length));
  let size = 0;
  for (let at = 1; size < length; at += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((letter) => toBits(padded.charCodeAt(at + letter)));
    bytes[size++] = (a! << 2) | (b! >> 4);
    bytes[size++] = (b! << 4) | (c! >> 2);
    bytes[size++] = (c! << 6) | d!;
  }
  return bytes.subarray(0, length);
}
