import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { close, createIndex } from 'pagefind';

/** Pagefind also writes its own user interface and support for languages that we don't have. */
const isUnused = (file: string) => /-ui\.|highlight|wasm\.unknown/.test(file);

/**
 * Writes the search index of all pages with `data-pagefind-body` to /pagefind. Throws with the
 * errors of Pagefind.
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
