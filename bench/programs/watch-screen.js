// Runs in the page: counts what keeps a person waiting.
globalThis.screenWatch = {
  /** Milliseconds of each task of more than 50 ms since the last reset. */
  longTasks: [],
};

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) screenWatch.longTasks.push(duration);
}).observe({ type: 'longtask' });

/** Clicks a link, and measures the milliseconds until its screen is there and painted. */
screenWatch.follow = (href) => {
  const link = document.querySelector(`nav a[href="${href}"]`);
  const isThere = () =>
    location.pathname === href &&
    link.getAttribute('aria-current') === 'page' &&
    document.querySelector('main h1') !== null &&
    document.querySelector('main [aria-busy="true"]') === null;
  return new Promise((resolve) => {
    const start = performance.now();
    const lookAgain = () =>
      isThere()
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        : requestAnimationFrame(lookAgain);
    link.click();
    lookAgain();
  });
};
