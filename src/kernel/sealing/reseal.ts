import type { Kernel } from '../kernel.ts';

const queue = 'kernel.reseal';

/** Seals again with the first secret what an older one sealed. */
export function resealJob(kernel: Kernel): void {
  kernel.jobs.define(queue, { concurrency: 1, expireInSeconds: 3600 }, async () => {
    // With one secret there is nothing that another one would have to open.
    if (kernel.config.APP_SECRET.length > 1) await resealAll(kernel);
  });
  kernel.jobs.schedule(queue, '*/10 * * * *');
}

export async function resealAll({ sealed, log }: Pick<Kernel, 'sealed' | 'log'>): Promise<number> {
  let sum = 0;
  for (const values of sealed.list()) {
    const rows = await values.reseal();
    if (rows > 0) log.info({ rows, what: values.name }, 'sealed again with the first secret');
    sum += rows;
  }
  return sum;
}
