// Files that browsers fetch without a bearer token: public images, and downloads by signed URL.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { commonErrors } from '#lib/endpoint.ts';
import type { SignedQuery, UrlSigner } from './signed-urls.ts';
import { isStorageKey, type Storage, type StoredObject } from './storage.ts';

const publicPrefix = 'public/';
// Only types that cannot run scripts when a browser opens them.
const contentTypes: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
// The content is uploaded by customers: browsers must neither guess its type nor execute it.
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** The path of an object below `public/`: `public/avatars/x.webp` is `/media/avatars/x.webp`. */
export function mediaPath(key: string): string {
  if (!key.startsWith(publicPrefix)) throw new Error('Only keys below public/ have a media path.');
  return `/media/${key.slice(publicPrefix.length)}`;
}

/**
 * Mounts `/media/*` (public and cached for ever: a changed image gets a new key) and `/files/*`
 * (private, by a URL of `signStoredFile`, always a download). Missing and forbidden objects get the
 * same 404.
 */
export function mountMedia(
  app: FastifyInstance,
  { storage, urlSigner }: { storage: Storage; urlSigner: UrlSigner },
): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const key = publicPrefix + request.params['*'];
    const contentType = readContentType(key);
    const found = contentType && isStorageKey(key) ? await storage.read(key) : null;
    if (!found) return sendNotFound(reply);
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sendObject(reply, found, contentType);
  });

  app.get<{ Params: { '*': string }; Querystring: SignedQuery }>(
    '/files/*',
    async (request, reply) => {
      const key = request.params['*'];
      const query = readSignedQuery(request.query);
      const isAllowed = urlSigner.isSigned({ path: `/files/${key}`, objectId: key }, query);
      const found = isAllowed && isStorageKey(key) ? await storage.read(key) : null;
      if (!found) return sendNotFound(reply);
      reply.header('cache-control', 'private, no-store');
      reply.header('content-disposition', attachmentNamed(query.name || readFileName(key)));
      return sendObject(reply, found, readContentType(key));
    },
  );
}

function readContentType(key: string): string | undefined {
  const extension = /\.\w+$/.exec(key)?.[0].toLowerCase() ?? '';
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
}

const readFileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** A repeated parameter arrives as an array; such a URL was never signed. */
function readSignedQuery(query: Record<string, unknown>): SignedQuery {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    expires: text(query.expires),
    signature: text(query.signature),
    name: text(query.name),
  };
}

/** RFC 6266 with RFC 8187, so that no character of the name can break out of the header. */
export function attachmentNamed(fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

function sendObject(
  reply: FastifyReply,
  { stream, sizeBytes }: StoredObject,
  contentType = 'application/octet-stream',
): FastifyReply {
  return reply
    .headers(safeHeaders)
    .header('content-length', sizeBytes)
    .type(contentType)
    .send(stream);
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const { status, message, code } = commonErrors.notFound;
  return reply
    .code(status)
    .headers({ ...safeHeaders, 'cache-control': 'no-store' })
    .send({ detail: message, code });
}
