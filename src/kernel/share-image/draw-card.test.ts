import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultCard, readCard, type ShareCard } from './card.ts';
import { cardSize, drawCard } from './draw-card.ts';

const { diagram } = defaultCard;
const card = (title: string, subtitle = ''): ShareCard => ({ title, subtitle, diagram });

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
  it('returns a PNG of the size that other sites expect', async () => {
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

  it('leaves out a character that no font has', () => {
    const data = Buffer.from(JSON.stringify({ title: '𠮷野家' })).toString('base64');
    expect(readCard(data).title).toBe('野家');
  });

  it('starts right-to-left titles on the right', async () => {
    const { columns, width } = await countInkByColumn('אריג');
    const sumInk = (part: number[]) => part.reduce((sum, ink) => sum + ink, 0);
    expect(sumInk(columns.slice(0, width / 2))).toBe(0);
    expect(sumInk(columns.slice(width / 2))).toBeGreaterThan(500);
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
    const diagramOnly = sharp(await drawCard(card(' ')));
    const right = { left: 720, top: 0, width: 480, height: 630 };
    const [actual, expected] = await Promise.all(
      [image, diagramOnly].map((one) => one.extract(right).greyscale().raw().toBuffer()),
    );
    expect(countDifferences(actual!, expected!)).toBe(0);
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
