import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce } from './announce.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const region = () => document.querySelector('[aria-live="polite"]');

test('the text is set after its live region exists, and removed after a second', () => {
  announce('Three results');
  expect(region()?.textContent).toBe('');
  vi.advanceTimersToNextFrame();
  expect(region()?.textContent).toBe('Three results');
  vi.advanceTimersByTime(999 - 16);
  expect(region()).not.toBeNull();
  vi.advanceTimersByTime(17);
  expect(region()).toBeNull();
});
