import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { type TestApp, useApp } from '#test/harness.ts';
import { readError, readText, useMcp } from '#test/mcp-client.ts';
import { buildApp } from '../../app.ts';
import { createDocs, splitSections } from './docs.ts';

const files: Readonly<Record<string, string>> = {
  '/docs.md': '# Documentation\n\nWhere to begin.\n',
  '/docs/keys.md':
    '# API keys\n\nHow programs sign in.\n\n## Rotation\n\nA key is replaced without a pause.\n',
  '/docs/errors/quota_exceeded.md': '# quota_exceeded\n\nThe quota of the plan is used up.\n',
  '/docs/api/billing/rotate-api-key.md': '# Rotate an API key\n\nRotation of a key.\n',
  '/company.md': '# Company\n\nRotation of people.\n',
};
const pages = { paths: Object.keys(files), read: (path: string) => files[path] };

describe('the documentation', () => {
  const docs = createDocs(pages);

  test('lists its guides, without calls and codes', () => {
    expect(docs.listGuides()).toEqual([
      { path: '/docs.md', title: 'Documentation', description: 'Where to begin.' },
      { path: '/docs/keys.md', title: 'API keys', description: 'How programs sign in.' },
    ]);
  });

  test('finds sections, guides first, and no other pages', async () => {
    const found = await docs.search('rotation', 5);
    expect(found.map(({ path, heading }) => [path, heading])).toEqual([
      ['/docs/keys', 'Rotation'],
      ['/docs/api/billing/rotate-api-key', 'Rotate an API key'],
    ]);
    expect(await docs.search('rotation', 1)).toHaveLength(1);
  });

  test('reads only its own pages', () => {
    expect(docs.read('/docs/keys')).toBe(files['/docs/keys.md']);
    expect(docs.read('/docs/keys.md')).toBe(files['/docs/keys.md']);
    for (const path of ['/company', '/docs/../company', '/docs/nothing', ''])
      expect(docs.read(path)).toBeUndefined();
  });
});

test('sections end at headings of the second level, not at lines of code', () => {
  const text =
    '# Page\n\nIntro\n\n## One\n\n```sh\n## no heading\n```\n\n### Detail\n\n## Two\n\nEnd\n';
  expect(splitSections('/docs/page.md', text)).toEqual([
    { path: '/docs/page', title: 'Page', heading: 'Page', text: 'Intro' },
    {
      path: '/docs/page',
      title: 'Page',
      heading: 'One',
      text: '```sh\n## no heading\n```\n\n### Detail',
    },
    { path: '/docs/page', title: 'Page', heading: 'Two', text: 'End' },
  ]);
});

describe('an assistant', () => {
  const t = useApp();
  const opened = {} as TestApp;
  beforeAll(async () => {
    Object.assign(opened, t, { app: await buildApp(t.kernel, t.areas, { pages }) });
    return () => opened.app.close();
  });
  const mcp = useMcp(opened);
  let client: Client;
  beforeAll(async () => {
    const owner = await createCustomer(t, 'ada@example.com');
    const { headers } = await createApiKey(t, owner, { scopes: ['customs'] });
    client = await mcp.connect({ headers });
  });

  test('searches, and reads what it found', async () => {
    const found = await client.callTool({ name: 'search_docs', arguments: { query: 'rotation' } });
    expect(readText(found)).toContain(`## API keys: Rotation\n${t.config.SITE_URL}/docs/keys\n`);
    const page = await client.callTool({ name: 'read_docs', arguments: { path: '/docs/keys' } });
    expect(readText(page)).toBe(files['/docs/keys.md']);
    const nothing = await client.callTool({ name: 'search_docs', arguments: { query: 'zzz' } });
    expect(readText(nothing)).toMatch(/^Nothing was found/);
  });

  test('is told what is missing', async () => {
    const empty = await client.callTool({ name: 'search_docs', arguments: { query: ' ' } });
    expect(readError(empty)).toMatchObject({ code: 'invalid_input' });
    const unknown = await client.callTool({ name: 'read_docs', arguments: { path: '/company' } });
    expect(readError(unknown)).toMatchObject({ code: 'not_found' });
  });

  test('lists and reads resources by the addresses of the site', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      ['/docs.md', '/docs/keys.md', '/apix/data_customs/rule-sets/'].map(
        (path) => t.config.SITE_URL + path,
      ),
    );
    for (const { uri, mimeType } of resources)
      expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, mimeType }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['docs-page', 'error-code']);
    const code = `${t.config.SITE_URL}/docs/errors/quota_exceeded.md`;
    expect((await client.readResource({ uri: code })).contents).toHaveLength(1);
    for (const uri of [`${t.config.SITE_URL}/company.md`, 'https://evil.example/docs/keys.md'])
      await expect(client.readResource({ uri })).rejects.toThrow();
  });

  test('gets the prompts, filled in', async () => {
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: all = [] } of prompts) {
      const args = Object.fromEntries(all.map((one) => [one.name, `the ${one.name}`]));
      const { messages } = await client.getPrompt({ name, arguments: args });
      for (const value of Object.values(args)) expect(JSON.stringify(messages)).toContain(value);
    }
    await expect(client.getPrompt({ name: 'price_an_import' })).rejects.toThrow('goods');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('Unknown prompt');
  });
});
