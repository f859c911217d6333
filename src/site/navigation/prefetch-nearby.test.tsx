import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { PrefetchNearby } from './PrefetchNearby.tsx';
import { PrefetchContext } from './prefetch-context.ts';

vi.mock('../routes/content-routes.ts', () => ({
  contentRoutes: ['/near', '/far', '/here'].map((path) => ({ path, label: path, description: '' })),
}));

/** Tests run in a frame, where no margin counts: this one says itself what comes near. */
class FakeObserver {
  static last: FakeObserver;
  readonly watched = new Map<string, Element>();
  readonly tell: IntersectionObserverCallback;
  readonly margin: string | undefined;
  constructor(tell: IntersectionObserverCallback, options: IntersectionObserverInit) {
    this.tell = tell;
    this.margin = options.rootMargin;
    FakeObserver.last = this;
  }
  observe(link: HTMLAnchorElement) {
    this.watched.set(link.pathname, link);
  }
  unobserve(link: HTMLAnchorElement) {
    this.watched.delete(link.pathname);
  }
  disconnect() {
    this.watched.clear();
  }
  bringNear(path: string) {
    const target = this.watched.get(path)!;
    const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
    this.tell([entry], this as unknown as IntersectionObserver);
  }
}

let paths: string[] = [];
const prefetched = () => paths;

const openPage = () =>
  render(
    <PrefetchContext value={(path) => paths.push(path)}>
      <MemoryRouter initialEntries={['/here']}>
        {['/near', '/near', '/far', '/here', '/unknown'].map((path, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may link twice to another.
          <a key={index} href={path}>
            {path}
          </a>
        ))}
        <PrefetchNearby />
      </MemoryRouter>
    </PrefetchContext>,
  );

beforeEach(() => {
  paths = [];
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  // A machine that runs other tests is never idle.
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
});

test('a page is prefetched when a link to it is within 200 px of the viewport', async () => {
  await openPage();
  expect(FakeObserver.last.margin).toBe('200px');
  expect([...FakeObserver.last.watched.keys()]).toEqual(['/near', '/far', '/here']);
  expect(prefetched()).toEqual([]);
  FakeObserver.last.bringNear('/near');
  await expect.poll(prefetched).toEqual(['/near']);
  FakeObserver.last.bringNear('/far');
  await expect.poll(prefetched).toEqual(['/near', '/far']);
});

test('the current page is not prefetched', async () => {
  await openPage();
  FakeObserver.last.bringNear('/here');
  FakeObserver.last.bringNear('/far');
  await expect.poll(prefetched).toEqual(['/far']);
});

test('nothing is prefetched when the browser saves data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const observe = vi.spyOn(FakeObserver.prototype, 'observe');
  await openPage();
  expect(observe).not.toHaveBeenCalled();
});
