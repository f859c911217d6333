import { z } from 'zod';

type Aliases = Readonly<Record<string, string>>;

const aliasesBySchema = new WeakMap<z.ZodType, Aliases>();

/** A body with alternative names of fields: `{ identifier: 'email' }`. The actual name wins. */
export function withAliases<T extends z.ZodType>(
  aliases: Aliases,
  schema: T,
): z.ZodType<z.output<T>, z.input<T>> {
  const aliased = z.preprocess((body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const named: Record<string, unknown> = { ...body };
    for (const [alias, name] of Object.entries(aliases))
      if (named[name] === undefined && alias in named) named[name] = named[alias];
    return named;
  }, schema);
  aliasesBySchema.set(aliased, aliases);
  return aliased as unknown as z.ZodType<z.output<T>, z.input<T>>;
}

export const listAliases = (schema: z.ZodType): string[] =>
  Object.keys(aliasesBySchema.get(schema) ?? {});
