// The tools that answer from the documentation and count towards nothing.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Docs } from './docs.ts';
import { errorResult, textResult } from './tool-result.ts';
import type { ToolDescription } from './tools.ts';

const sectionsMax = 8;
/** Enough to answer from; the whole page is one call away. */
const sectionLengthMax = 1500;
const queryLengthMax = 300;
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const textArgument = (name: string, description: string): ToolDescription['inputSchema'] => ({
  type: 'object',
  properties: { [name]: { type: 'string', minLength: 1, description } },
  required: [name],
  additionalProperties: false,
});

export const docsTools: readonly ToolDescription[] = [
  {
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Returns the sections of guides, of the API reference and of error codes that match, best first, each with the address of its page. Use it before guessing how a call works.',
    inputSchema: textArgument('query', 'A few words, the name of a call, or an error code.'),
    annotations,
  },
  {
    name: 'read_docs',
    title: 'Read a page of the documentation',
    description: 'Returns a whole page in Markdown. Its path is in the results of search_docs.',
    inputSchema: textArgument('path', 'As /docs/quickstart.'),
    annotations,
  },
];

type Arguments = Readonly<Record<string, unknown>>;

export async function callDocsTool(
  docs: Docs,
  siteUrl: string,
  { name, args }: { name: string; args: Arguments },
): Promise<CallToolResult> {
  const argument = name === 'search_docs' ? 'query' : 'path';
  const value = args[argument];
  if (typeof value !== 'string' || value.trim() === '')
    return refuse(`Give the argument ${argument}.`);
  if (name === 'read_docs') {
    const page = docs.read(value.startsWith(siteUrl) ? value.slice(siteUrl.length) : value);
    return page === undefined ? refuse(`There is no page ${value}.`, 404) : textResult(page);
  }
  const found = await docs.search(value.slice(0, queryLengthMax), sectionsMax);
  return textResult(
    found.length === 0
      ? 'Nothing was found. Try other words, or fewer.'
      : found.map((section) => print(section, siteUrl)).join('\n\n---\n\n'),
  );
}

const print = (
  { path, title, heading, text }: Awaited<ReturnType<Docs['search']>>[number],
  siteUrl: string,
) => {
  const name = heading === title ? title : `${title}: ${heading}`;
  const cut = text.length > sectionLengthMax ? `${text.slice(0, sectionLengthMax)} ...` : text;
  return `## ${name}\n${siteUrl}${path}\n\n${cut}`;
};

const refuse = (message: string, status = 400) =>
  errorResult({ status, code: status === 404 ? 'not_found' : 'invalid_input', message });
