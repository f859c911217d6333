/**
 * With `PROVIDERS=fake`, starts the payment providers and the other services that stand in for the
 * real ones on this machine, and sets the variables that lead to them. In production the server
 * refuses that setting.
 */
export async function startFakeProviders(): Promise<void> {
  const { env } = process;
  if (env.PROVIDERS !== 'fake' || env.NODE_ENV === 'production') return;
  const { providers } = await import('../test/fakes/providers/index.ts');
  const serverUrl = `http://127.0.0.1:${env.PORT || '3000'}`;
  for (const { name, start } of providers) {
    const { address, settings } = await start(serverUrl);
    Object.assign(env, settings);
    process.stderr.write(`  ${name.padEnd(15)} ${address} (played on this machine)\n`);
  }
}
