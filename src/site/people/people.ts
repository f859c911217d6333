// The people in content/people/, one JSON file each. Node reads the folder; for the browser
// scripts/build/content-pages.ts replaces this file with the value.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const personSchema = z.strictObject({
  name: z.string().min(1),
  role: z.string().min(1),
  city: z.string().min(1),
  timeZone: z.string().min(1),
  /** What to ask this person about. */
  about: z.string().min(1).max(160),
  photo: z.string().startsWith('/people/').optional(),
});
export type Person = z.infer<typeof personSchema> & { id: string };

const folder = path.resolve(import.meta.dirname, '../../../content/people');

export const people: readonly Person[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({
    id: path.basename(file, '.json'),
    ...personSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
  }));
