// The content of a share image, read from an address that anyone can write. Invalid input gives the
// default card, so that a link to us never shows a broken image.
import { z } from 'zod';
import site from '#content/site.json' with { type: 'json' };
import { type CardDiagram, dropStrayLinks, readDiagram } from './card-diagram.ts';
import { cleanText } from './typefaces.ts';

export type ShareCard = { title: string; subtitle: string; diagram: CardDiagram };

/** Characters of base64 in the address. */
export const dataLengthMax = 2048;
export const titleLengthMax = 200;
export const subtitleLengthMax = 200;

const linesCount = z.number().int().min(2).max(9);
const cardSchema = z.object({
  title: z.string(),
  subtitle: z.string().optional().catch(undefined),
  /** The page's own drawing: the number of lines each way, and its links as [layer, flow]. */
  diagram: z
    .object({
      layers: linesCount,
      flows: linesCount,
      links: z.array(z.tuple([z.number().int(), z.number().int()])).max(81),
    })
    .optional()
    .catch(undefined),
});

export const defaultCard: ShareCard = {
  title: site.description,
  subtitle: site.slogan,
  diagram: readDiagram(site.name),
};

/** The card described by `data` (base64 of JSON). Never throws. */
export function readCard(data: string | undefined): ShareCard {
  const read = cardSchema.safeParse(decode(data ?? ''));
  if (!read.success) return defaultCard;
  const title = cutText(cleanText(read.data.title), titleLengthMax);
  if (!title) return defaultCard;
  return {
    title,
    subtitle: cutText(cleanText(read.data.subtitle ?? ''), subtitleLengthMax),
    diagram: read.data.diagram ? dropStrayLinks(read.data.diagram) : readDiagram(title),
  };
}

function decode(data: string): unknown {
  // An unescaped plus sign arrives as a space.
  const base64 = data.replaceAll(' ', '+');
  if (data.length > dataLengthMax || !/^[\w+/-]+={0,2}$/.test(base64)) return undefined;
  try {
    const bytes = Buffer.from(base64, 'base64');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts by graphemes: a family emoji counts as one. */
function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const characters = [...segmenter.segment(text)].map(({ segment }) => segment);
  if (characters.length <= lengthMax) return text;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}
