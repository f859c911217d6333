import { expect, it } from 'vitest';
import { previewMessage } from './preview-message.ts';

it.each([
  ['Tell us **more**, _please_', 'Tell us more, please'],
  ['# Title\n\n- one\n- two\n\n> quoted', 'Title one two quoted'],
  [
    'See [the guide](https://example.com/docs) and ![a picture](x.png)',
    'See the guide and a picture',
  ],
  ['It says [the guide](https://example.com/a-link-that-is-cu', 'It says the guide'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['Use `npm start` or ~~yarn~~', 'Use npm start or yarn'],
  ['\\# It \\*is\\* in \\_\\_init\\_\\_', '# It *is* in __init__'],
  ['2 * 3 * 4, my_file_name and 5 \\* 6', '2 * 3 * 4, my_file_name and 5 * 6'],
  [`${'🚗'.repeat(200)}`, '🚗'.repeat(160)],
])('the preview of %j is %j', (source, preview) => {
  expect(previewMessage(source)).toBe(preview);
});
