// Decodes the QR code of a PDF page: up to version 5, which has one block of data, with error
// correction level L.

/** The dark modules of the code, which Typst draws as squares of equal size. */
function readDots(page: string): boolean[][] {
  const square =
    /1 0 0 -1 ([\d.]+) ([\d.]+) cm\n[^\n]+\n[^\n]+\n0 0 m\n([\d.]+) 0 l\n\3 \3 l\n0 \3 l\nh\nf\n/g;
  const dots = [...page.matchAll(square)].map((found) => found.slice(1).map(Number));
  const left = Math.min(...dots.map(([x]) => x!));
  const top = Math.max(...dots.map(([, y]) => y!));
  const right = Math.max(...dots.map(([x]) => x!));
  const size = dots[0]?.[2] ?? 1;
  const width = Math.round((right - left) / size) + 1;
  const dark = new Set(
    dots.map(([x, y]) => `${Math.round((x! - left) / size)} ${Math.round((top - y!) / size)}`),
  );
  const places = Array.from({ length: width }, (_, at) => at);
  return places.map((y) => places.map((x) => dark.has(`${x} ${y}`)));
}

const masks: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Error correction level and mask: five bits next to the upper left finder pattern, masked. */
function readFormat(dots: boolean[][]): { level: number; mask: number } {
  const bits = [0, 1, 2, 3, 4].map((x) => Number(dots[8]![x]));
  const format = Number.parseInt(bits.join(''), 2) ^ 0b10101;
  return { level: format >> 3, mask: format & 7 };
}

/** Finder patterns with separators and format bits, timing patterns, and the alignment pattern. */
function isPattern(x: number, y: number, width: number): boolean {
  const isEye = (x < 9 && y < 9) || (x >= width - 8 && y < 9) || (x < 9 && y >= width - 8);
  const isSmallEye = width > 21 && Math.abs(x - width + 7) < 3 && Math.abs(y - width + 7) < 3;
  return isEye || isSmallEye || x === 6 || y === 6;
}

/** Reads bits in pairs of columns from the right, alternately upwards and downwards. */
function readBits(dots: boolean[][], mask: number): string {
  const width = dots.length;
  let bits = '';
  let isUp = true;
  for (let right = width - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < width; step += 1)
      for (const x of [right, right - 1]) {
        const y = isUp ? width - 1 - step : step;
        if (isPattern(x, y, width)) continue;
        bits += Number(dots[y]![x]! !== (masks[mask]!(x, y) === 0));
      }
    isUp = !isUp;
  }
  return bits;
}

/** `page` is the page's drawing commands. */
export function readQrCode(page: string): string {
  const dots = readDots(page);
  const { level, mask } = readFormat(dots);
  const version = (dots.length - 17) / 4;
  if (level !== 1 || version > 5) throw new Error(`a code of version ${version} at ${level}`);
  const bits = readBits(dots, mask);
  if (bits.slice(0, 4) !== '0100') throw new Error('a code that holds no bytes');
  const length = Number.parseInt(bits.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, at) =>
    Number.parseInt(bits.slice(12 + at * 8, 20 + at * 8), 2),
  );
  return Buffer.from(bytes).toString();
}
