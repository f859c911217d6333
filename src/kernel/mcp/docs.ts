// The documentation for assistants: its pages as the build prints them in Markdown, and a search
// over their sections.
import type MiniSearch from 'minisearch';

/** Files of the built site by path, as `/docs/keys.md`. */
export type Pages = {
  paths: readonly string[];
  /** Undefined for a path without a file. */
  read(path: string): string | undefined;
};

export const noPages: Pages = { paths: [], read: () => undefined };

export type DocsPage = { path: string; title: string; description: string };
export type DocsSection = { path: string; title: string; heading: string; text: string };

export type Docs = {
  /** The guides: without calls and error codes, which have hundreds of pages. */
  listGuides(): DocsPage[];
  /** `/docs/keys`, with or without `.md`. Undefined for what is no page of the documentation. */
  read(path: string): string | undefined;
  /** Sections, best first. */
  search(query: string, countMax: number): Promise<DocsSection[]>;
};

const isDocs = (path: string) => /^\/docs(\/[\w/-]+)?\.md$/.test(path);
const isGuide = (path: string) => isDocs(path) && !/^\/docs\/(api|errors)\//.test(path);

export function createDocs(pages: Pages): Docs {
  let guides: DocsPage[] | undefined;
  let index: Promise<MiniSearch<DocsSection>> | undefined;
  const listGuides = () => pages.paths.filter(isGuide).map((path) => describe(path, pages));
  return {
    listGuides: () => (guides ??= listGuides()),
    read(path) {
      const file = path.endsWith('.md') ? path : `${path.replace(/\/$/, '')}.md`;
      return isDocs(file) ? pages.read(file) : undefined;
    },
    async search(query, countMax) {
      index ??= createIndex(pages);
      const found = (await index).search(query, { ...searchOptions, boostDocument });
      return found.slice(0, countMax).map((hit) => pick(hit as unknown as DocsSection));
    },
  };
}

const pick = ({ path, title, heading, text }: DocsSection) => ({ path, title, heading, text });

function describe(path: string, pages: Pages): DocsPage {
  const text = pages.read(path) ?? '';
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  const description = /^# .+\n+([^#\n].*)$/m.exec(text)?.[1] ?? title;
  return { path, title, description };
}

const searchOptions = {
  boost: { title: 3, heading: 2 },
  prefix: (word: string) => word.length > 3,
  fuzzy: (word: string) => (word.length > 5 ? 0.2 : false),
};

/** Calls and codes are many and short: a guide about the subject comes before them. */
const boostDocument = (id: unknown) => (isGuide(String(id).replace(/#.*$/, '')) ? 1 : 0.4);

async function createIndex(pages: Pages): Promise<MiniSearch<DocsSection>> {
  const { default: Index } = await import('minisearch');
  const index = new Index<DocsSection & { id: string }>({
    fields: ['title', 'heading', 'text'],
    storeFields: ['path', 'title', 'heading', 'text'],
  });
  for (const path of pages.paths.filter(isDocs))
    index.addAll(
      splitSections(path, pages.read(path) ?? '').map((one, at) => ({
        ...one,
        id: `${path}#${at}`,
      })),
    );
  return index as unknown as MiniSearch<DocsSection>;
}

/** From one heading of the second level to the next; lines of code may look like one. */
export function splitSections(path: string, text: string): DocsSection[] {
  const sections: DocsSection[] = [];
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  let lines: string[] = [];
  let heading = title;
  let isCode = false;
  const close = () => {
    const body = lines.join('\n').trim();
    if (body) sections.push({ path: path.replace(/\.md$/, ''), title, heading, text: body });
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (/^`{3,}/.test(line)) isCode = !isCode;
    const found = isCode ? undefined : /^(#{1,2}) (.+)$/.exec(line)?.[2];
    if (!found) {
      lines.push(line);
      continue;
    }
    close();
    heading = found;
  }
  close();
  return sections;
}
