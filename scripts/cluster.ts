// npm run cluster [-- --keep]: a cluster on this machine, whether its processes agree, and what a
// failover costs. Exits with 1 when something was lost or done twice. --keep leaves it running.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Finding } from '#test/chaos/findings.ts';
import { checkAcross } from '#test/cluster/across.ts';
import { type Cluster, openCluster } from '#test/cluster/cluster.ts';
import { runFailovers } from '#test/cluster/failover.ts';
import { listMissingPackages } from '#test/cluster/servers.ts';

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const missing = listMissingPackages();

if (missing.length > 0) {
  console.error(`Missing: apt-get install ${missing.join(' ')}`);
  process.exitCode = 1;
} else {
  // With the handlers of `exit`, one for each program, which end what runs.
  process.setMaxListeners(30);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  const cluster = await openCluster();
  if (values.keep) printAddresses(cluster);
  else {
    await test(cluster);
    await cluster.close();
  }
}

function printAddresses({ nginx, webs, primary, standby, poolers, redisUrl, smtp }: Cluster): void {
  console.log(`site        ${nginx.url}`);
  for (const { url } of webs) console.log(`process     ${url}`);
  console.log(`primary     ${primary.url}`);
  console.log(`standby     ${standby.url}`);
  for (const { port } of poolers)
    console.log(`pgbouncer   postgres://postgres@127.0.0.1:${port}/postgres`);
  console.log(`redis       ${redisUrl}`);
  console.log(`mail server ${smtp.url}`);
  console.log('Ctrl-C ends it.');
}

async function test(cluster: Cluster): Promise<void> {
  console.log('The cluster runs.');
  const findings = await checkAcross(cluster, 'with Redis', 400);
  for (const web of cluster.webs) {
    await web.kill();
    await web.start({ REDIS_URL: '' });
  }
  findings.push(...(await checkAcross(cluster, 'without Redis', 450)));
  for (const web of cluster.webs) {
    await web.kill();
    await web.start({ REDIS_URL: cluster.redisUrl });
  }
  const failovers = await runFailovers(cluster, console.log);
  findings.push(...failovers.findings);
  for (const finding of findings) print(finding);
  if (findings.some(({ isViolated }) => isViolated)) {
    console.log(`Logs: ${cluster.logFolder}`);
    process.exitCode = 1;
  } else rmSync(cluster.logFolder, { recursive: true });
}

function print({ what, figure, isViolated }: Finding): void {
  console.log(`${isViolated ? 'VIOLATED' : 'ok      '} ${what}${figure && ` (${figure})`}`);
}
