// Loads the product and opens its telemetry with the settings of argv[2], then prints the packages of
// OpenTelemetry that this loaded.
import { registerHooks } from 'node:module';

const found = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    const [, name] = /node_modules\/(@opentelemetry\/[\w-]+)/.exec(url) ?? [];
    if (name) found.add(name);
    return next(url, context);
  },
});
await import('../../../src/app.ts');
const { readConfig } = await import('#kernel/config.ts');
const { createMetrics } = await import('#kernel/observability/metrics.ts');
const { openTelemetry } = await import('#kernel/observability/telemetry.ts');
const telemetry = await openTelemetry({
  config: readConfig({ NODE_ENV: 'test', ...JSON.parse(process.argv[2] ?? '{}') }),
  log: { warn: () => undefined },
  metrics: createMetrics(),
  about: { name: 'trial', version: '1' },
});
await telemetry.close();
process.stdout.write(`${JSON.stringify([...found].sort())}\n`);
