import { describe, expect, it } from 'vitest';
import { describeVisit } from './campaign.ts';

const visit = (path: string, referrer = '') =>
  describeVisit({ href: `https://weftline.example.com${path}` }, referrer);

describe('what is noted of a visit', () => {
  it('is the landing page, without what its query says', () => {
    expect(visit('/services?token=x')).toEqual({
      landing_page: 'https://weftline.example.com/services',
    });
  });

  it('is the campaign and the page of another site that led here', () => {
    expect(visit('/?utm_source=paper&utm_campaign=&gclid=1', 'https://news.example.com/a')).toEqual(
      {
        utm_source: 'paper',
        referrer: 'https://news.example.com/a',
        landing_page: 'https://weftline.example.com/',
      },
    );
  });

  it('is not a page of our own', () => {
    expect(visit('/', 'https://weftline.example.com/blog')).not.toHaveProperty('referrer');
  });

  it('is cut to 300 characters each', () => {
    expect(visit(`/?utm_source=${'x'.repeat(400)}`).utm_source).toHaveLength(300);
  });
});
