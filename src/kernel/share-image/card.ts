// What a share image shows, read from an address that anyone can write. Whatever does not fit
// gives the default card: a link to us never shows a broken picture.
import { z } from 'zod';
import site from '#content/site.json' with { type: 'json' };
import { fitWeave, type ShareWeave, weaveOf } from './share-weave.ts';
import { cleanText } from './typefaces.ts';

export type ShareCard = { title: string; subtitle: string; weave: ShareWeave };

/** Characters of base64, as they stand in the address. */
export const dataLengthMax = 2048;
export const titleLengthMax = 200;
export const subtitleLengthMax = 200;

const threads = z.number().int().min(2).max(9);
const cardSchema = z.object({
  title: z.string(),
  subtitle: z.string().optional().catch(undefined),
  /** The page's own drawing: how many threads, and [warp, weft] of its knots. */
  weave: z
    .object({
      warp: threads,
      weft: threads,
      knots: z.array(z.tuple([z.number().int(), z.number().int()])).max(81),
    })
    .optional()
    .catch(undefined),
});

export const defaultCard: ShareCard = {
  title: site.description,
  subtitle: site.slogan,
  weave: weaveOf(site.name),
};

/** The card that `data` (base64 of JSON) asks for. Never throws. */
export function readCard(data: string | undefined): ShareCard {
  const read = cardSchema.safeParse(decode(data ?? ''));
  if (!read.success) return defaultCard;
  const title = cutText(cleanText(read.data.title), titleLengthMax);
  if (!title) return defaultCard;
  return {
    title,
    subtitle: cutText(cleanText(read.data.subtitle ?? ''), subtitleLengthMax),
    weave: read.data.weave ? fitWeave(read.data.weave) : weaveOf(title),
  };
}

function decode(data: string): unknown {
  // A plus sign that nobody escaped arrives as a space.
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

/** At most so many characters as a reader counts them: a family emoji is one. */
function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const characters = [...segmenter.segment(text)].map(({ segment }) => segment);
  if (characters.length <= lengthMax) return text;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}
