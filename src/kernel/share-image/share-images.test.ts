import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { RateLimitResult } from '../http/rate-limits.ts';
import { createServer } from '../http/server.ts';
import { defaultCard, type ShareCard } from './card.ts';
import { createShareImages } from './share-images.ts';

const encode = (value: unknown) =>
  encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));

let app: FastifyInstance;
let address = '';
let drawn: string[] = [];
let isAllowed = true;

beforeAll(async () => {
  const config = readConfig({ DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'data-')) });
  const images = createShareImages({
    config,
    limits: { consume: async () => ({ isAllowed }) as RateLimitResult },
    draw: async ({ title }: ShareCard) => {
      drawn.push(title);
      return Buffer.from(`picture of ${title}`);
    },
  });
  const log = pino({ level: 'silent' });
  app = await createServer({ config, log, handleStatic: images.serveCached });
  images.mount(app);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  drawn = [];
  isAllowed = true;
});

const ask = (query: string, init: RequestInit = {}) => fetch(`${address}/api/og${query}`, init);

describe('GET /api/og', () => {
  it('draws an image once and serves it from the cache', async () => {
    const query = `?data=${encode({ title: 'Once', subtitle: 'and for all' })}`;
    const [first, again] = [await ask(query), await ask(query)];
    expect(drawn).toEqual(['Once']);
    expect(await again.text()).toBe('picture of Once');
    const headers = Object.fromEntries(first.headers);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    expect({ ...Object.fromEntries(again.headers), date: '' }).toEqual({ ...headers, date: '' });
  });

  it('draws an image once for concurrent requests', async () => {
    const query = `?data=${encode({ title: 'Together' })}`;
    await Promise.all([ask(query), ask(query), ask(query)]);
    expect(drawn).toEqual(['Together']);
  });

  it('responds 304 to a matching etag', async () => {
    const query = `?data=${encode({ title: 'Known' })}`;
    const etag = (await ask(query)).headers.get('etag') ?? '';
    const answer = await ask(query, { headers: { 'if-none-match': etag } });
    expect([answer.status, await answer.text()]).toEqual([304, '']);
  });

  it('responds to HEAD with headers only', async () => {
    const query = `?data=${encode({ title: 'Head' })}`;
    const answer = await ask(query, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '15']);
    expect(await answer.text()).toBe('');
  });

  it('responds to invalid data with the default image', async () => {
    const queries = ['', '?data=', '?data=%%%', '?data=bm8ganNvbg', `?data=${'A'.repeat(9000)}`];
    const bodies = [];
    for (const query of queries) {
      const answer = await ask(query);
      expect(answer.status).toBe(200);
      bodies.push(await answer.text());
    }
    expect(new Set(bodies)).toEqual(new Set([`picture of ${defaultCard.title}`]));
    expect(drawn.length).toBeLessThanOrEqual(1);
  });

  it('gives a visitor above the rate limit the default image, not cacheable', async () => {
    isAllowed = false;
    const query = `?data=${encode({ title: 'Too many' })}`;
    const answer = await ask(query);
    expect(await answer.text()).toBe(`picture of ${defaultCard.title}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    isAllowed = true;
    expect(await (await ask(query)).text()).toBe('picture of Too many');
  });
});
