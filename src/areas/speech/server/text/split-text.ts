import { hasSpeakableText } from './scripts.ts';

/** Shorter parts would sound like separate texts, and cost more than they save. */
const partLengthMin = 60;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * Whole sentences, joined until a part has 60 characters. Each contains something to pronounce:
 * what does not, such as a line of dashes, stays with the words beside it.
 */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    if (open.length < partLengthMin || !hasSpeakableText(open)) continue;
    parts.push(open);
    open = '';
  }
  if (open === '') return parts;
  if (hasSpeakableText(open) || parts.length === 0) return [...parts, open];
  return [...parts.slice(0, -1), `${parts.at(-1)}${open}`];
}
