// Browsers and curl read heads of responses that the parser of Node refuses even when it is
// lenient: they are repaired on their way to it.
import type net from 'node:net';

/** Browsers' limit of the headers of a response. */
export const headBytesMax = 262_144;

const usualStatus = /^HTTP\/1\.[01] \d{3}(?: |$)/;
const readableStatus = /^http\/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)[ \t]*(.*)$/i;
const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+:/;
const lengthName = /^content-length[ \t]*:/i;

/** The same head if nothing has to be repaired. Headers without a valid name are left out. */
export function repairHead(head: string): string {
  const [status = '', ...lines] = head.split(/\r?\n/);
  const lengths = lines.filter((line) => lengthName.test(line));
  const isUsual =
    usualStatus.test(status) &&
    !/\r[^\n]/.test(head) &&
    lines.every((line) => line === '' || /^[ \t]/.test(line) || headerName.test(line)) &&
    (lengths.length === 0 || (lengths.length === 1 && /:[ \t]*\d+[ \t]*$/.test(lengths[0]!)));
  if (isUsual) return head;
  const [, code, words] = readableStatus.exec(status) ?? [];
  const repaired = lines
    .map((line) => line.replaceAll('\r', ' ').replace(/^([^:\s]+)[ \t]+:/, '$1:'))
    .filter((line) => line === '' || /^[ \t]/.test(line) || headerName.test(line));
  const first = usualStatus.test(status) || !code ? status : `HTTP/1.1 ${code} ${words}`;
  return [first.replaceAll('\r', ' '), ...joinLengths(repaired)].join('\r\n');
}

/** Equal lengths become one; different ones stay, and are refused. */
function joinLengths(lines: readonly string[]): string[] {
  const values = lines
    .filter((line) => lengthName.test(line))
    .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
    .map((value) => value.trim().replace(/^\+/, ''));
  const [length, ...others] = new Set(values.filter((value) => value !== ''));
  if (values.length === 0 || others.length > 0) return [...lines];
  const rest = lines.filter((line) => !lengthName.test(line));
  return length === undefined ? rest : [`Content-Length: ${length}`, ...rest];
}

/** Bytes before the body, or -1 as long as the head is not complete. */
function findEnd(bytes: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].map((end) => {
    const at = bytes.indexOf(end, 0, 'latin1');
    return at < 0 ? Number.POSITIVE_INFINITY : at + end.length;
  });
  const end = Math.min(...ends);
  return Number.isFinite(end) ? end : -1;
}

/** Heads at the start of the bytes, repaired, with what follows them; undefined: more is needed. */
function repairStart(bytes: Buffer): Buffer[] | undefined {
  const end = findEnd(bytes);
  if (end < 0) return bytes.length > headBytesMax ? [bytes] : undefined;
  const head = bytes.toString('latin1', 0, end);
  const repaired = repairHead(head);
  const start = repaired === head ? bytes.subarray(0, end) : Buffer.from(repaired, 'latin1');
  const rest = bytes.subarray(end);
  // An interim response: the next one has a head too.
  if (!/^HTTP\/1\.[01] 1(?!01)/.test(repaired)) return rest.length > 0 ? [start, rest] : [start];
  const following = repairStart(rest);
  return following && [start, ...following];
}

const expecting = new WeakMap<net.Socket, () => void>();

/** What the socket reads next is a head: that of the next request that it sends. */
export const expectHead = (socket: net.Socket): void => expecting.get(socket)?.();

export function repairResponseHeads<Socket extends net.Socket>(socket: Socket): Socket {
  const push = socket.push.bind(socket);
  let held: Buffer | undefined = Buffer.alloc(0);
  expecting.set(socket, () => {
    held = Buffer.alloc(0);
  });
  socket.push = (chunk: Buffer | null) => {
    if (!held) return push(chunk);
    const bytes = chunk ? Buffer.concat([held, chunk]) : held;
    const ready = chunk ? repairStart(bytes) : [bytes];
    held = ready ? undefined : bytes;
    let mayContinue = true;
    for (const part of ready ?? []) if (part.length > 0) mayContinue = push(part);
    return chunk ? mayContinue : push(null);
  };
  return socket;
}
