// What assistants can read beside tools: pages of the documentation, error codes, and the sources
// of the rules that duties are calculated with. Their addresses are those of the site.
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { callInProcess } from '../http/call-in-process.ts';
import type { ClientRequest } from './call-tool.ts';
import type { Docs } from './docs.ts';

export type Resources = {
  list(): ListResourcesResult['resources'];
  templates(): ListResourceTemplatesResult['resourceTemplates'];
  /** Undefined for an address that is none of ours. */
  read(uri: string, client: Pick<ClientRequest, 'socket'>): Promise<ReadResourceResult | undefined>;
};

const markdown = 'text/markdown';
/** Public calls whose results are documents. */
const ruleSetsPath = '/apix/data_customs/rule-sets/';

export function createResources({
  app,
  docs,
  siteUrl,
}: {
  app: Pick<FastifyInstance, 'routing'>;
  docs: Docs;
  siteUrl: string;
}): Resources {
  return {
    list: () => [
      ...docs.listGuides().map(({ path, title, description }) => ({
        uri: siteUrl + path,
        name: path.replace(/^\/|\.md$/g, ''),
        title,
        description,
        mimeType: markdown,
      })),
      {
        uri: siteUrl + ruleSetsPath,
        name: 'customs-rules',
        title: 'Rules of customs',
        description: 'What is known for each country and when it was checked, with its sources.',
        mimeType: 'application/json',
      },
    ],
    templates: () => [
      {
        uriTemplate: `${siteUrl}/docs/{+page}.md`,
        name: 'docs-page',
        title: 'A page of the documentation',
        mimeType: markdown,
      },
      {
        uriTemplate: `${siteUrl}/docs/errors/{code}.md`,
        name: 'error-code',
        title: 'What an error code means, and what to do about it',
        mimeType: markdown,
      },
    ],
    async read(uri, { socket }) {
      if (!uri.startsWith(`${siteUrl}/`)) return undefined;
      const path = uri.slice(siteUrl.length);
      if (path === ruleSetsPath) {
        const call = { method: 'GET', url: path, headers: {}, socket };
        const { body } = await callInProcess(app, call);
        return { contents: [{ uri, mimeType: 'application/json', text: String(body) }] };
      }
      const text = docs.read(path);
      return text === undefined ? undefined : { contents: [{ uri, mimeType: markdown, text }] };
    },
  };
}
