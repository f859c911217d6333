// Measures the CPU seconds of a test file in its thread, for the reporter.
import { afterAll } from 'vitest';

const before = process.threadCpuUsage();

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures it takes.
afterAll(({}, { file }) => {
  const { user, system } = process.threadCpuUsage(before);
  file.meta.cpuSeconds = (user + system) / 1_000_000;
});
