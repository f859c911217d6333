// A page's weave as its head writes it: the parts that hold, and what moves through which of them.
import { z } from 'zod';

const name = z.string().min(1).max(26);

export const sketchSchema = z
  .strictObject({
    /** What the drawing shows, in a sentence. */
    label: z.string().min(1),
    /** The parts, from left to right. */
    warp: z.array(name).min(3).max(9),
    /** What moves, from top to bottom, and the parts where it is handed over. */
    weft: z
      .array(z.strictObject({ name, through: z.array(name).min(2) }))
      .min(2)
      .max(9),
  })
  .superRefine(({ warp, weft }, context) => {
    for (const [index, { through }] of weft.entries())
      for (const part of through)
        if (!warp.includes(part))
          context.addIssue({
            code: 'custom',
            path: ['weft', index, 'through'],
            message: `"${part}" is no warp thread`,
          });
  });

export type SketchData = z.infer<typeof sketchSchema>;
