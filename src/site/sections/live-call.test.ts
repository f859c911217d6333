import { describe, expect, it } from 'vitest';
import { createExcerpt } from './live-call.ts';

describe('excerptOf', () => {
  it('formats JSON and leaves other text unchanged', () => {
    expect(createExcerpt('{"status":"ok"}')).toBe('{\n  "status": "ok"\n}');
    expect(createExcerpt('plain words')).toBe('plain words');
  });

  it('cuts long responses and says how much is missing', () => {
    const lines = createExcerpt(JSON.stringify(Array.from({ length: 40 }, (_, at) => at))).split(
      '\n',
    );
    expect(lines).toHaveLength(15);
    expect(lines.at(-1)).toBe('… 28 more lines');
  });

  it('cuts long lines', () => {
    expect(createExcerpt('x'.repeat(200))).toHaveLength(91);
  });
});
