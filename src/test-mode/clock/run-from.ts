/** A clock that shows this time now and runs on. */
export function runFrom(startMs: number): () => Date {
  const startedMs = performance.now();
  return () => new Date(startMs + Math.floor(performance.now() - startedMs));
}
