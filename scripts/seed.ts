// Adds demo data for every screen. Safe to repeat.
import { seedEverything } from '../src/seed.ts';
import { withKernel } from './with-kernel.ts';

await withKernel(async (kernel, areas) => {
  if (kernel.config.isProduction) throw new Error('Demo data must not be added in production.');
  await seedEverything(kernel, areas);
  console.log(
    'Demo data added. Sign in as demo@example.com (customer) or staff@example.com (admin).',
  );
});
