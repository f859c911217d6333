import { describe, expect, it } from 'vitest';
import { dataLengthMax, defaultCard, readCard, titleLengthMax } from './card.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('readCard', () => {
  it('reads title and subtitle, in base64 of either alphabet', () => {
    const words = { title: 'Žluťoučký kůň?>', subtitle: '…' };
    for (const alphabet of ['base64', 'base64url'] as const) {
      const data = Buffer.from(JSON.stringify(words)).toString(alphabet);
      expect(readCard(data)).toMatchObject(words);
    }
  });

  it('reads a plus sign that arrived as a space', () => {
    const data = encode({ title: '>>>~~~???>>>' });
    expect(data).toContain('+');
    expect(readCard(data.replaceAll('+', ' ')).title).toBe('>>>~~~???>>>');
  });

  it.each([
    ['nothing', undefined],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{"title":').toString('base64')],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64')],
    ['no object', encode('title')],
    ['no title', encode({ subtitle: 'Only this' })],
    ['an empty title', encode({ title: ' \n ' })],
    ['a title of a script without a face', encode({ title: 'ภาษาไทย' })],
    ['a title that is no text', encode({ title: { toString: 'x' } })],
    ['more than the cap', encode({ title: 'x'.repeat(dataLengthMax) })],
  ])('gives the default card for %s', (_, data) => {
    expect(readCard(data)).toBe(defaultCard);
  });

  it('cuts a long title between characters, not within one', () => {
    const { title } = readCard(
      encode({ title: '👩‍💻'.repeat(titleLengthMax / 2) + 'x'.repeat(150) }),
    );
    expect([...new Intl.Segmenter('en').segment(title)]).toHaveLength(titleLengthMax);
    expect(title.endsWith('x…')).toBe(true);
  });

  it('leaves out direction marks and characters without a glyph', () => {
    const title = 'a\u202eb\u2066c\u0000d\uffff ภe';
    expect(readCard(encode({ title })).title).toBe('abcd e');
  });

  it('draws the diagram of the page without links outside of its grid', () => {
    const diagram = {
      layers: 4,
      flows: 3,
      links: [
        [0, 1],
        [7, 1],
        [-1, 0],
      ],
    };
    expect(readCard(encode({ title: 'Page', diagram })).diagram).toEqual({
      layers: 4,
      flows: 3,
      links: [[0, 1]],
    });
  });

  it('derives a diagram from the title if the page has none or an invalid one', () => {
    const bare = readCard(encode({ title: 'Page' }));
    expect(readCard(encode({ title: 'Page', diagram: { layers: 1e9 } }))).toEqual(bare);
    expect(readCard(encode({ title: 'Other page' })).diagram).not.toEqual(bare.diagram);
  });
});
