import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { close, createIndex } from 'pagefind';

/** Pagefind also brings a user interface of its own, and words for languages that we lack. */
const isUnused = (file: string) => /-ui\.|highlight|wasm\.unknown/.test(file);

/**
 * Writes the index of every page that offers itself to the search (`data-pagefind-body`) below
 * /pagefind. Throws with the reasons of Pagefind.
 */
export async function writeSearch(root: string): Promise<void> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`The search index: ${errors.join('; ')}`);
  const added = await index.addDirectory({ path: root });
  const { files, errors: unwritten } = await index.getFiles();
  await close();
  const problems = [...added.errors, ...unwritten];
  if (problems.length > 0) throw new Error(`The search index: ${problems.join('; ')}`);
  for (const { path: file, content } of files.filter((one) => !isUnused(one.path))) {
    const place = path.join(root, 'pagefind', file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
}
