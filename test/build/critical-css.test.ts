import { describe, expect, it } from 'vitest';
import { pickCritical, splitLate } from '../../scripts/build/critical-css.ts';

const page = (body: string) => `<html lang="en"><body>${body}</body></html>`;
const pick = (css: string, body: string) => pickCritical(css, page(body));

describe('pickCritical', () => {
  it('keeps the rules of what is printed, by class and by element', () => {
    const css = '.a{color:red}.b{color:#00f}p{margin:0}video{margin:0}.prose p{margin:1px}';
    expect(pick(css, '<p class="a">x</p>')).toBe('.a{color:red}p{margin:0}');
    expect(pick(css, '<div class="prose"><p>x</p></div>')).toBe('p{margin:0}.prose p{margin:1px}');
  });

  it('reads class names that are escaped on either side', () => {
    const css = '.w-\\[calc\\(1\\/2\\)\\]{width:50%}.\\[\\&_a\\]\\:x a{color:red}';
    const critical = pick(css, '<i class="w-[calc(1/2)] [&amp;_a]:x"><a href="/">x</a></i>');
    expect(critical).toContain('width:50%');
    expect(critical).toContain('color:red');
  });

  it('looks into layers, conditions, nesting and lists', () => {
    const css = '@layer u{@media (width>=40rem){.a{color:red}.b{color:#00f}}}:is(.b,.a) i{top:0}';
    const critical = pick(css, '<i class="a">x</i>');
    expect(critical).toContain('@layer u{@media (width>=40rem){.a{color:red}}}');
    expect(critical).toContain('top:0');
    expect(critical).not.toContain('#00f');
  });

  it('keeps both themes, states of focus, and what is open; a pointer’s states come later', () => {
    const css =
      '.light{color:#fff}.a:focus{top:0}.a:popover-open{top:1px}.a:hover{top:2px}::selection{top:2px}';
    const critical = pick(css, '<i class="a">x</i>');
    expect(critical).toContain('.light{color:#fff}');
    expect(critical).toContain('top:0');
    expect(critical).toContain('top:1px');
    expect(critical).not.toContain('top:2px');
  });

  it('follows properties from one to the next and drops those that nothing names', () => {
    const css =
      ':root{--one:var(--two);--two:red;--three:var(--four);--four:#00f}.a{color:var(--one)}';
    expect(pick(css, '<i class="a">x</i>')).toBe(
      ':root{--one:var(--two);--two:red}.a{color:var(--one)}',
    );
    expect(pick(css, '<i style="color:var(--four)">x</i>')).toContain('--four:#00f');
  });

  it('keeps the animations and registered properties that are used', () => {
    const css = `@keyframes run{to{top:0}}@keyframes rest{to{top:1px}}
      @property --x{syntax:"*";inherits:false}@property --y{syntax:"*";inherits:false}
      .a{animation:run 1s;top:var(--x)}`;
    const critical = pick(css, '<i class="a">x</i>');
    expect(critical).toMatch(/@keyframes run.*@property --x/s);
    expect(critical).not.toMatch(/rest|--y/);
  });

  it('writes the initial value or the fallback of a registered property that nothing sets', () => {
    const css = `@property --x{syntax:"*";inherits:false;initial-value:solid}
      @property --y{syntax:"*";inherits:false}@property --z{syntax:"*";inherits:false}
      .a{border-style:var(--x);top:var(--y,var(--q,1px));left:var(--z,1px)}.b{--z:2px}`;
    const plain = pick(css, '<i class="a">x</i>');
    expect(plain).toBe('.a{top:var(--q,1px);border-style:solid;left:1px}');
    expect(pick(css, '<i class="a b">x</i>')).toContain('left:var(--z,1px)');
    expect(pick(css, '<i class="a" style="--x: dashed">x</i>')).toContain('border-style:var(--x)');
  });

  it('shares the rules and faces out between page and later sheets, each face once', () => {
    const face = (family: string) => `@font-face{font-family:${family};src:url(/x.woff2)}`;
    const css = `${face('Early')}${face('JetBrains Mono Variable')}i{top:0}`;
    const early = pick(css, '<i>x</i>');
    const { rules, faces } = splitLate(css);
    expect([early.includes('Early'), early.includes('JetBrains')]).toEqual([true, false]);
    expect([faces.includes('Early'), faces.includes('JetBrains')]).toEqual([false, true]);
    expect(rules).toBe('i{top:0}');
    expect(faces).not.toContain('i{');
  });

  it('leaves the face for rare letters, transitions and licences to the later sheets', () => {
    const face = '@font-face{font-family:Early;src:url(/x.woff2);unicode-range:U+100-2BA}';
    const css = `/*! licence */${face}i{top:0;transition-property:top;transition-duration:1s}`;
    expect(pick(css, '<i>x</i>')).toBe('i{top:0}');
    const { rules, faces } = splitLate(css);
    for (const part of ['licence', 'transition']) expect(rules).toContain(part);
    expect(faces).toContain('U+100');
  });

  it('keeps what an attribute chooses when it is printed, or set before the first paint', () => {
    const css = '[data-signed-in] i{top:0}i[data-inert]{top:1px}details[open]{top:2px}';
    expect(pick(css, '<details><i>x</i></details>')).toBe(
      '[data-signed-in] i{top:0}details[open]{top:2px}',
    );
    expect(pick(css, '<i data-inert="">x</i>')).toContain('[data-inert]');
  });

  it('drops the selectors of a list that nothing matches', () => {
    const css = 'img,video.a,i:hover,i{top:0}@media screen{b,i{top:1px}}';
    expect(pick(css, '<i>x</i>')).toBe('i{top:0}@media screen{i{top:1px}}');
  });

  it('leaves what is printed to the whole style sheet', () => {
    expect(pick('i{top:0}@media print{i{top:1px}}', '<i>x</i>')).toBe('i{top:0}');
  });

  it('keeps a declaration that ends like the one before', () => {
    const css = 'i{-moz-text-size-adjust:100%;text-size-adjust:100%;top:0}';
    expect(pick(css, '<i>x</i>')).toBe(css);
  });

  it('drops the condition and the fallback for browsers without color-mix', () => {
    const css = `i{color:red}@supports (color: color-mix(in lab, red, red)){
      i{color:color-mix(in oklab, var(--c) 7%, transparent)}b{top:0}}`;
    expect(pick(css, '<i>x</i><b>x</b>')).toBe(
      'i{color:color-mix(in oklab, var(--c) 7%, transparent)}b{top:0}',
    );
  });

  it('drops what stands in for a default that is given', () => {
    const css = ':root{--default-font-family:Ours}i{font-family:var(--default-font-family,Arial)}';
    expect(pick(css, '<i>x</i>')).not.toContain('Arial');
  });
});
