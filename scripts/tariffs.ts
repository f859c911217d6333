// npm run tariffs -- sources | import SOURCE FILE | list | show ID | publish ID | discard ID
import { parseArgs } from 'node:util';
import {
  compareTariff,
  discardTariffByOperator,
  importTariff,
  listAllTariffs,
  publishTariffByOperator,
  readTariff,
  type TariffDifference,
  type TariffVersion,
  tariffSources,
} from '#areas/customs/server/index.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { withKernel } from './with-kernel.ts';

const usage = `Usage: npm run tariffs -- sources
       npm run tariffs -- import SOURCE FILE [--effective-from YYYY-MM-DD] [--jurisdiction XX]
                                             [--exclusions FILE]   (of eu-taric)
       npm run tariffs -- list
       npm run tariffs -- show ID       (what it changes of the version in force)
       npm run tariffs -- publish ID    (calculations use it from its first day on)
       npm run tariffs -- discard ID    (deletes an import that was never published)`;

type Command = {
  words: string[];
  effectiveFrom?: string;
  jurisdiction?: string;
  exclusionsFile?: string;
};

const requested = readCommand();
if (!requested) {
  console.error(usage);
  process.exitCode = 1;
} else await run(requested);

/** Undefined if the arguments are not as in `usage`. */
function readCommand(): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: {
        'effective-from': { type: 'string' },
        jurisdiction: { type: 'string' },
        exclusions: { type: 'string' },
      },
      allowPositionals: true,
    });
    const { 'effective-from': effectiveFrom, jurisdiction, exclusions } = values;
    if (effectiveFrom !== undefined && !isDate(effectiveFrom)) return undefined;
    return {
      words: positionals,
      ...(effectiveFrom && { effectiveFrom }),
      ...(jurisdiction && { jurisdiction }),
      ...(exclusions && { exclusionsFile: exclusions }),
    };
  } catch {
    return undefined;
  }
}

function isDate(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

async function run(command: Command): Promise<void> {
  const [name, first = '', second = ''] = command.words;
  const count = command.words.length;
  const isId = /^\d{1,9}$/.test(first) && count === 2;
  if (name === 'sources' && count === 1) printSources();
  else if (name === 'import' && count === 3) await importFile(first, second, command);
  else if (name === 'list' && count === 1) await withKernel(printVersions);
  else if (name === 'show' && isId) await withKernel((kernel) => printVersion(kernel, first));
  else if (name === 'publish' && isId) await withKernel((kernel) => publish(kernel, first));
  else if (name === 'discard' && isId) await withKernel((kernel) => discard(kernel, first));
  else {
    console.error(usage);
    process.exitCode = 1;
  }
}

function printSources(): void {
  for (const { name, jurisdiction, title, publisher, formats, licence, url } of tariffSources) {
    console.log(`${name.padEnd(20)} ${jurisdiction.padEnd(5)} ${title}, by ${publisher}`);
    console.log(`${' '.repeat(26)} ${formats.join(', ')}; ${licence}\n${' '.repeat(26)} ${url}`);
  }
}

async function importFile(name: string, file: string, command: Command): Promise<void> {
  const source = tariffSources.find((one) => one.name === name);
  if (!source) {
    const known = tariffSources.map((one) => one.name).join(', ');
    console.error(`There is no source "${name}". Known: ${known}.`);
    process.exitCode = 1;
    return;
  }
  await withKernel(async (kernel) => {
    const startedMs = performance.now();
    const { version, isNew } = await importTariff(kernel, {
      source,
      file,
      jurisdiction: command.jurisdiction,
      effectiveFrom: command.effectiveFrom,
      exclusionsFile: command.exclusionsFile,
      onProgress: ({ codes, measures }) =>
        process.stderr.write(`\r${codes} codes, ${measures} measures `),
    });
    if (!isNew) {
      console.log(`Already imported as version ${version.id}.`);
      return;
    }
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stderr.write(`in ${seconds} s\n`);
    await printVersion(kernel, String(version.id));
    console.log(`\nPublish it with: npm run tariffs -- publish ${version.id}`);
  });
}

function formatVersion(version: TariffVersion): string {
  const measures = Object.values(version.measures_by_kind).reduce((sum, count) => sum + count, 0);
  return [
    String(version.id).padStart(4),
    version.status.padEnd(10),
    version.jurisdiction.padEnd(5),
    version.source.padEnd(20),
    `from ${version.effective_from}`,
    `${version.codes_count} codes`,
    `${measures} measures`,
    `${version.problems_count} problems`,
  ].join('  ');
}

async function printVersions({ work }: HostKernel): Promise<void> {
  const versions = await work.read(listAllTariffs);
  for (const version of versions) console.log(formatVersion(version));
  if (versions.length === 0) console.log('No tariff is imported yet.');
}

async function printVersion({ work }: HostKernel, id: string): Promise<void> {
  const { version, problems } = await work.read((db) => readTariff(db, Number(id)));
  console.log(formatVersion(version));
  console.log(`      ${version.title}; ${version.file_name} of ${version.file_date}`);
  for (const [kind, count] of Object.entries(version.measures_by_kind))
    console.log(`      ${String(count).padStart(8)} ${kind}`);
  for (const { line, message } of problems.slice(0, 20))
    console.log(`      line ${line}: ${message}`);
  if (version.problems_count > 20) console.log(`      ... ${version.problems_count} in all`);
  printDifference(await work.read((db) => compareTariff(db, version)));
}

function printDifference(difference: TariffDifference): void {
  const { against, new_codes, gone_codes, changed_duties } = difference;
  if (!against) {
    console.log('      No other version of this source is published.');
    return;
  }
  console.log(`      Against version ${against.id}, from ${against.effective_from}:`);
  console.log(`      ${new_codes.count} codes are new, ${gone_codes.count} are gone,`);
  console.log(`      ${changed_duties.count} duties change:`);
  for (const { code, kind, origin, before, after } of changed_duties.examples)
    console.log(`      ${code} ${kind} ${origin}: ${before ?? 'none'} -> ${after ?? 'none'}`);
}

async function publish(kernel: HostKernel, id: string): Promise<void> {
  await kernel.work.write((tx) => publishTariffByOperator(kernel, tx, Number(id)));
  console.log(`Published version ${id}. Running processes use it within half a minute.`);
}

async function discard({ work, clock }: HostKernel, id: string): Promise<void> {
  await work.write((tx) => discardTariffByOperator({ clock }, tx, Number(id)));
  console.log(`Discarded version ${id}. Its file can be imported again.`);
}
