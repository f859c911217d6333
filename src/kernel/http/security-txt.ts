// How to report a vulnerability (RFC 9116). Generated per request, because it contains an expiry.
import type { FastifyInstance } from 'fastify';
import site from '#content/site.json' with { type: 'json' };
import type { Kernel } from '../kernel.ts';

const address = '/.well-known/security.txt';
const dayMs = 86_400_000;
/** The RFC recommends less than a year, so that old copies are not trusted. */
const validDays = 180;

export function printSecurityTxt(siteUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + validDays * dayMs);
  return `${[
    `Contact: mailto:${site.contact.email}`,
    `Expires: ${expires.toISOString().replace(/T.*/, 'T00:00:00Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL(address, siteUrl)}`,
    `Policy: ${new URL(site.legal.security, siteUrl)}`,
  ].join('\n')}\n`;
}

export function mountSecurityTxt(
  app: FastifyInstance,
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
): void {
  app.get(address, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(printSecurityTxt(config.SITE_URL, clock.now())),
  );
}
