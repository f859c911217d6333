// A page's architecture diagram as its frontmatter declares it: layers, and the flows through them.
import { z } from 'zod';

const name = z.string().min(1).max(26);

export const diagramSchema = z
  .strictObject({
    /** What the diagram shows, in one sentence. */
    label: z.string().min(1),
    /** From left to right. */
    layers: z.array(name).min(3).max(9),
    /** From top to bottom, each with the layers where it is handed over. */
    flows: z
      .array(
        z.strictObject({
          name,
          through: z.array(name).min(2),
          /** One sentence per layer of `through`: what happens there, and what if it fails. */
          notes: z.array(z.string().min(1).max(160)).optional(),
        }),
      )
      .min(2)
      .max(9),
  })
  .superRefine(({ layers, flows }, context) => {
    for (const [index, { through, notes }] of flows.entries()) {
      if (notes && notes.length !== through.length)
        context.addIssue({
          code: 'custom',
          path: ['flows', index, 'notes'],
          message: 'needs one sentence for each layer it passes through',
        });
      for (const layer of through)
        if (!layers.includes(layer))
          context.addIssue({
            code: 'custom',
            path: ['flows', index, 'through'],
            message: `"${layer}" is not one of the layers`,
          });
    }
  });

export type DiagramData = z.infer<typeof diagramSchema>;
