import { describe, expect, it } from 'vitest';
import { excerptOf } from './live-call.ts';

describe('excerptOf', () => {
  it('formats JSON and leaves other text unchanged', () => {
    expect(excerptOf('{"status":"ok"}')).toBe('{\n  "status": "ok"\n}');
    expect(excerptOf('plain words')).toBe('plain words');
  });

  it('cuts long responses and says how much is missing', () => {
    const lines = excerptOf(JSON.stringify(Array.from({ length: 40 }, (_, at) => at))).split('\n');
    expect(lines).toHaveLength(15);
    expect(lines.at(-1)).toBe('… 28 more lines');
  });

  it('cuts long lines', () => {
    expect(excerptOf('x'.repeat(200))).toHaveLength(91);
  });
});
