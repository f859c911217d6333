import type { z } from 'zod';

/** For `.meta()` of fields that only staff may use: the document for customers is without them. */
export const fieldForStaff = { 'x-staff': true } as const;

/** The same for all of these fields. */
export const forStaff = <Shape extends z.ZodRawShape>(shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      (schema as z.ZodType).meta(fieldForStaff),
    ]),
  ) as unknown as Shape;
