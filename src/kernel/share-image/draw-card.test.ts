import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultCard, readCard, type ShareCard } from './card.ts';
import { cardSize, drawCard } from './draw-card.ts';
import { dyes } from './share-weave.ts';

const { weave } = defaultCard;
const card = (title: string, subtitle = ''): ShareCard => ({ title, subtitle, weave });

/** The left part, where the words are: grey values, one byte a pixel. */
async function readWords(title: string): Promise<Buffer> {
  return sharp(await drawCard(card(title)))
    .extract({ left: 0, top: 130, width: 720, height: 500 })
    .greyscale()
    .raw()
    .toBuffer();
}

const countDifferences = (one: Buffer, other: Buffer) =>
  one.reduce((count, value, at) => count + Number(Math.abs(value - (other[at] ?? 0)) > 40), 0);

let blank: Buffer;
/** Private use: no face has these, each is shown as the box for an unknown character. */
let boxes: Buffer;
beforeAll(async () => {
  blank = await readWords(' ');
  boxes = await readWords('\ue000'.repeat(4));
});

describe('drawCard', () => {
  it('gives a PNG of the size that other sites expect', async () => {
    const { format, width, height } = await sharp(await drawCard(defaultCard)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...cardSize });
  });

  it.each([
    ['Latin', 'Weft'],
    ['Polish and Vietnamese', 'Żółw Việt'],
    ['Cyrillic', 'Ткач'],
    ['Greek', 'Υφάδ'],
    ['Hindi', 'बुनाई'],
    ['Hebrew', 'אריג'],
    ['Arabic', 'نسيج'],
    ['Chinese', '编织软件'],
    ['Japanese', 'おりもの'],
    ['rarer Japanese', '峠辻畑働'],
    ['Cantonese', '㗎嘅喺邊'],
    ['Korean', '직조공방'],
    ['emoji', '🧵🪡🚀🎉'],
    ['signs', '→✓●★'],
  ])('shows %s, neither blank nor as boxes', async (_, title) => {
    expect(readCard(Buffer.from(JSON.stringify({ title })).toString('base64')).title).toBe(title);
    const words = await readWords(title);
    expect(countDifferences(words, blank)).toBeGreaterThan(500);
    expect(countDifferences(words, boxes)).toBeGreaterThan(500);
    const [first = '', ...rest] = [...title];
    // Boxes of one kind would look alike whatever they stand for.
    const reversed = await readWords([...rest.reverse(), first].join(''));
    expect(countDifferences(words, reversed)).toBeGreaterThan(200);
  });

  it('leaves out a sign that no face has', () => {
    const data = Buffer.from(JSON.stringify({ title: '𠮷野家' })).toString('base64');
    expect(readCard(data).title).toBe('野家');
  });

  it('starts right-to-left titles on the right', async () => {
    const { columns, width } = await countInkByColumn('אריג');
    const inkOf = (part: number[]) => part.reduce((sum, ink) => sum + ink, 0);
    expect(inkOf(columns.slice(0, width / 2))).toBe(0);
    expect(inkOf(columns.slice(width / 2))).toBeGreaterThan(500);
  });

  it('keeps the space between right-to-left words', async () => {
    const { columns } = await countInkByColumn('אאא אאא');
    const text = columns.slice(columns.findIndex(Boolean), columns.findLastIndex(Boolean));
    expect(longestGap(text)).toBeGreaterThan(12);
  });

  it('shows markup as text', async () => {
    const [markup, plain] = [await readWords('<b>x</b>'), await readWords('x')];
    expect(countDifferences(markup, plain)).toBeGreaterThan(500);
  });

  it('breaks a word that is wider than the card', async () => {
    const image = sharp(await drawCard(card('x'.repeat(200))));
    const weaveOnly = sharp(await drawCard(card(' ')));
    const right = { left: 720, top: 0, width: 480, height: 630 };
    const [given, expected] = await Promise.all(
      [image, weaveOnly].map((one) => one.extract(right).greyscale().raw().toBuffer()),
    );
    expect(countDifferences(given!, expected!)).toBe(0);
  });
});

describe('dyes', () => {
  it.each(Object.entries(dyes))('%s is the colour of the dark theme', async (name, hex) => {
    const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
    const [, l, c, h] = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(
      css,
    )!;
    const drawn = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const token = toSrgb(Number(l), Number(c), (Number(h) * Math.PI) / 180);
    for (const [at, part] of drawn.entries()) expect(part).toBeCloseTo(token[at]!, -0.5);
  });
});

async function countInkByColumn(title: string) {
  const width = 720;
  const words = await readWords(title);
  const columns = Array.from({ length: width }, (_, x) => {
    let ink = 0;
    for (let at = x; at < words.length; at += width) ink += Number(words[at]! > 128);
    return ink;
  });
  return { columns, width };
}

const longestGap = (columns: number[]) =>
  Math.max(
    ...columns
      .map((ink) => (ink > 0 ? '|' : ' '))
      .join('')
      .split('|')
      .map(({ length }) => length),
  );

/** Björn Ottosson's OKLab matrices, https://bottosson.github.io/posts/oklab/; 0 to 255. */
function toSrgb(lightness: number, chroma: number, hue: number): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
}
