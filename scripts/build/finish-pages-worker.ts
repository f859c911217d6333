// Runs in worker threads; see finish-pages.ts.
import { finalizePages } from './finalize.ts';
import { writeMarkdown } from './markdown-pages.ts';

export default function finishSome({ root, pages }: { root: string; pages: readonly string[] }) {
  writeMarkdown(root, pages);
  return finalizePages(root, pages);
}
