import { describe, expect, it } from 'vitest';
import { excerptOf } from './call-answer.ts';

describe('excerptOf', () => {
  it('prints JSON in lines and leaves other text as it came', () => {
    expect(excerptOf('{"status":"ok"}')).toBe('{\n  "status": "ok"\n}');
    expect(excerptOf('plain words')).toBe('plain words');
  });

  it('cuts long answers and says how much is missing', () => {
    const lines = excerptOf(JSON.stringify(Array.from({ length: 40 }, (_, at) => at))).split('\n');
    expect(lines).toHaveLength(15);
    expect(lines.at(-1)).toBe('… 28 more lines');
  });

  it('cuts long lines', () => {
    expect(excerptOf('x'.repeat(200))).toHaveLength(91);
  });
});
