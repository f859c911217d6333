// Demo data, so that every screen shows something after an installation. Safe to repeat.
import { seedEverything } from '../src/seed.ts';
import { withKernel } from './with-kernel.ts';

await withKernel(async (kernel, areas) => {
  if (kernel.config.isProduction) throw new Error('Demo data does not belong in production.');
  await seedEverything(kernel, areas);
  console.log(
    'Demo data is there. Sign in as demo@example.com (customer) or staff@example.com (admin).',
  );
});
