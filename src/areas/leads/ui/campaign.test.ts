import { describe, expect, it } from 'vitest';
import { readVisit } from './campaign.ts';

const visit = (path: string, referrer = '') =>
  readVisit({ href: `https://weftline.example.com${path}` }, referrer);

describe('the recorded visit', () => {
  it('contains the landing page without its query', () => {
    expect(visit('/services?token=x')).toEqual({
      landing_page: 'https://weftline.example.com/services',
    });
  });

  it('contains the campaign and an external referrer', () => {
    expect(visit('/?utm_source=paper&utm_campaign=&gclid=1', 'https://news.example.com/a')).toEqual(
      {
        utm_source: 'paper',
        referrer: 'https://news.example.com/a',
        landing_page: 'https://weftline.example.com/',
      },
    );
  });

  it('does not contain an own page as the referrer', () => {
    expect(visit('/', 'https://weftline.example.com/blog')).not.toHaveProperty('referrer');
  });

  it('cuts values at 300 characters', () => {
    expect(visit(`/?utm_source=${'x'.repeat(400)}`).utm_source).toHaveLength(300);
  });
});
