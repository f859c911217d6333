import mdx from '@mdx-js/rollup';
import rehypeShiki from '@shikijs/rehype';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { readPage } from '../../src/site/pages/page-schema.ts';
import { linkErrorCodes } from './error-links.ts';
import { highlighting } from './highlighting.ts';
import { insertSiteAddress } from './site-address.ts';
import { stackTables } from './stacked-tables.ts';

const readHead = (text: string) => readPage(parse(text), 'This page');

/**
 * Compiles the pages of content/. They are the same in the browser and on the server, so each is
 * compiled once for both.
 */
export function compileContent(): Plugin {
  const { name, config, transform } = mdx({
    providerImportSource: '#site/mdx-components.ts',
    remarkPlugins: [
      remarkFrontmatter,
      [remarkMdxFrontmatter, { name: 'handle', parsers: { yaml: readHead } }],
      remarkGfm,
    ],
    rehypePlugins: [
      rehypeSlug,
      linkErrorCodes,
      [rehypeShiki, highlighting],
      stackTables,
      insertSiteAddress,
    ],
  });
  type Compiled = ReturnType<typeof transform>;
  /** By file: the last source, and what it was compiled to. */
  const pages = new Map<string, { source: string; compiled: Compiled }>();
  return {
    name,
    enforce: 'pre',
    config,
    transform: {
      filter: { id: /\.mdx?(\?|$)/ },
      handler(source, id) {
        const known = pages.get(id);
        if (known?.source === source) return known.compiled;
        const compiled = transform(source, id);
        pages.set(id, { source, compiled });
        return compiled;
      },
    },
  };
}
