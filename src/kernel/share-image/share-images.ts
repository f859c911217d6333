// GET /api/og?data=...: the image that other sites show next to a link to us. A cached image is
// sent like a static file, before Fastify's router.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { matchesEtag } from '../http/content-negotiation.ts';
import type { RateLimit, RateLimits } from '../http/rate-limits.ts';
import { securityHeaders } from '../http/responses/security-headers.ts';
import type { StaticHandler } from '../http/server.ts';
import { dataLengthMax, defaultCard, readCard, type ShareCard } from './card.ts';

export const shareImagePath = '/api/og';
const cacheBytesMax = 16 * 1024 * 1024;
/** Drawing takes about 10 ms of a core; above these limits a visitor gets the default card. */
const drawingsMax = 16;
const perVisitor: RateLimit = {
  name: 'share-image',
  points: 120,
  windowSeconds: 60,
  scope: 'process',
};

export type ShareImages = {
  /** Sends a cached image; leaves the rest to the route. */
  serveCached: StaticHandler;
  mount(app: FastifyInstance): void;
};

type Options = {
  config: Pick<Config, 'isProduction'>;
  limits: Pick<RateLimits, 'consume'>;
  /** Tests may count the drawings. */
  draw?: (card: ShareCard) => Promise<Buffer>;
};

/** One image ready to be sent, with its headers for both statuses. */
type CachedImage = {
  etag: string;
  body: Buffer;
  headers: string[];
  notModified: string[];
};

/** The renderer and its fonts take 40 MB: they are loaded for the first image. */
const drawLazily = async (card: ShareCard) => (await import('./draw-card.ts')).drawCard(card);

export function createShareImages({ config, limits, draw = drawLazily }: Options): ShareImages {
  const cache = new LRUCache<string, CachedImage>({
    maxSize: cacheBytesMax,
    sizeCalculation: ({ body }) => body.length,
  });
  const drawings = new Map<string, Promise<CachedImage>>();
  const headers = {
    ...securityHeaders(config),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };

  function drawOnce(key: string, card: ShareCard): Promise<CachedImage> {
    const running = drawings.get(key);
    if (running) return running;
    const drawing = draw(card)
      .then((body) => {
        const image = toImage(body, { ...headers, 'cache-control': 'public, max-age=86400' });
        cache.set(key, image);
        return image;
      })
      .finally(() => drawings.delete(key));
    drawings.set(key, drawing);
    return drawing;
  }

  const drawDefault = async () => cache.get('') ?? (await drawOnce('', defaultCard));

  /** The default card when busy: not cacheable, since it replaces another image. */
  async function fallbackImage(): Promise<CachedImage> {
    const { body } = await drawDefault();
    return toImage(body, { ...headers, 'cache-control': 'no-store' });
  }

  async function find(data: string, visitor: string): Promise<CachedImage> {
    const cached = cache.get(data);
    if (cached) return cached;
    const card = readCard(data);
    if (card === defaultCard) return drawDefault();
    const { isAllowed } = await limits.consume(perVisitor, visitor);
    return isAllowed && drawings.size < drawingsMax ? drawOnce(data, card) : fallbackImage();
  }

  return {
    serveCached(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      if (!request.url?.startsWith(`${shareImagePath}?`)) return false;
      const image = cache.get(readDataUrl(request.url));
      if (image) send(request, response, image);
      return image !== undefined;
    },
    mount(app) {
      app.get(shareImagePath, async (request, reply) => {
        const image = await find(readDataUrl(request.url), request.ip);
        reply.hijack();
        send(request.raw, reply.raw, image);
      });
    },
  };
}

function toImage(body: Buffer, common: Record<string, string>): CachedImage {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
  const notModified = Object.entries({ ...common, etag }).flat();
  const ofBody = ['content-type', 'image/png', 'content-length', String(body.length)];
  return { etag, body, notModified, headers: [...notModified, ...ofBody] };
}

function send(request: IncomingMessage, response: ServerResponse, image: CachedImage): void {
  if (matchesEtag(request.headers['if-none-match'], image.etag)) {
    response.writeHead(304, image.notModified).end();
    return;
  }
  response.writeHead(200, image.headers);
  response.end(request.method === 'HEAD' ? undefined : image.body);
}

/** The decoded value of `data`; empty if it is missing, too long or badly escaped. */
function readDataUrl(url: string): string {
  const data = /[?&]data=([^&#]*)/.exec(url)?.[1] ?? '';
  // Each character may be escaped as three.
  if (data.length > 3 * dataLengthMax) return '';
  try {
    return data.includes('%') ? decodeURIComponent(data) : data;
  } catch {
    return '';
  }
}
