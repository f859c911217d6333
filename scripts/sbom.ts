// Writes the software bill of materials of a server, in the format CycloneDX: `npm run sbom -- FILE`,
// or to the standard output without one; `--all` adds the packages that build and test.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Lock, readLock } from './dependencies/lock.ts';
import { createSbom } from './dependencies/sbom.ts';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const tools = values.all ? readdirSync(path.join(root, 'tools')) : [];
const others = tools.map((tool): [string, Lock] => [
  `tools/${tool}/`,
  readLock(path.join(root, 'tools', tool)),
]);
const sbom = createSbom({ name, version, lock: readLock(root) }, { now: new Date(), others });
writeFileSync(positionals[0] ?? process.stdout.fd, `${JSON.stringify(sbom, null, 1)}\n`);
