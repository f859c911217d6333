// What assistants can read beside tools: pages of the documentation, error codes, and the documents
// of areas. Their addresses are those of the site.
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
/** A public call whose result is a document to read. */
export type ApiDocument = { path: string; name: string; title: string; description: string };

export function createResources({
  app,
  docs,
  documents,
  siteUrl,
}: {
  app: Pick<FastifyInstance, 'routing'>;
  docs: Docs;
  documents: readonly ApiDocument[];
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
      ...documents.map(({ path, ...rest }) => ({
        uri: siteUrl + path,
        ...rest,
        mimeType: 'application/json',
      })),
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
      if (documents.some((one) => one.path === path)) {
        const call = { method: 'GET', url: path, headers: {}, socket };
        const { body } = await callInProcess(app, call);
        return { contents: [{ uri, mimeType: 'application/json', text: String(body) }] };
      }
      const text = docs.read(path);
      return text === undefined ? undefined : { contents: [{ uri, mimeType: markdown, text }] };
    },
  };
}
