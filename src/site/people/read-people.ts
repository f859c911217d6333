// Reads the people in content/people/, one JSON file each. Node only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
/** The `id` is the name of the file. */
export type Person = z.infer<typeof personSchema> & { id: string };

/** Empty without the folder. Throws with the file and every field that is wrong. */
export const readPeople = (folder: string): Person[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => ({
          id: path.basename(file, '.json'),
          ...readPerson(path.join(folder, file)),
        }));

function readPerson(place: string) {
  const read = personSchema.safeParse(JSON.parse(readFileSync(place, 'utf8')));
  if (read.success) return read.data;
  throw new Error(`people/${path.basename(place)} is invalid:\n${z.prettifyError(read.error)}`);
}
