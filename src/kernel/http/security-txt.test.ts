import Fastify from 'fastify';
import { expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { mountSecurityTxt } from './security-txt.ts';

const dayMs = 86_400_000;

async function ask(now: Date) {
  const app = Fastify();
  const config = { SITE_URL: 'https://x.example' } as never;
  mountSecurityTxt(app, { config, clock: { now: () => now } });
  const answer = await app.inject('/.well-known/security.txt');
  await app.close();
  return answer;
}

test('security.txt contains the contact and its own URL', async () => {
  const answer = await ask(new Date('2026-11-20T10:00:00Z'));
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toContain(`Contact: mailto:${site.contact.email}\n`);
  expect(answer.body).toContain('Canonical: https://x.example/.well-known/security.txt\n');
  expect(answer.body).toContain('Policy: https://x.example/security\n');
});

test.each(['2026-11-20', '2029-02-28'])(
  'whenever it is asked for, on %s, its end is ahead, and within the year of the RFC',
  async (day) => {
    const now = new Date(`${day}T10:00:00Z`);
    const ends = new Date(/^Expires: (.*)$/m.exec((await ask(now)).body)?.[1] ?? '');
    const days = (ends.getTime() - now.getTime()) / dayMs;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  },
);
