// npm run vehicles -- sources | import SOURCE FILE | list
import {
  importVehicleModels,
  listVehicleDatasets,
  vehicleSources,
} from '#areas/customs/server/index.ts';
import { withKernel } from './with-kernel.ts';

const usage = `Usage: npm run vehicles -- sources
       npm run vehicles -- import SOURCE FILE
       npm run vehicles -- list`;

const [name, source = '', file = '', ...rest] = process.argv.slice(2);
const count = process.argv.length - 2;
if (name === 'sources' && count === 1) printSources();
else if (name === 'import' && count === 3 && rest.length === 0) await importFile(source, file);
else if (name === 'list' && count === 1) await printDatasets();
else {
  console.error(usage);
  process.exitCode = 1;
}

function printSources(): void {
  for (const { name, title, publisher, licence, url, isWhole } of vehicleSources) {
    const edition = isWhole ? 'a new file replaces the earlier one' : 'files add to each other';
    console.log(`${name.padEnd(6)} ${title}, by ${publisher}`);
    for (const line of [`csv; ${edition}`, licence, url]) console.log(`       ${line}`);
  }
}

async function importFile(sourceName: string, path: string): Promise<void> {
  const source = vehicleSources.find((one) => one.name === sourceName);
  if (!source) {
    const known = vehicleSources.map((one) => one.name).join(', ');
    console.error(`There is no source "${sourceName}". Known: ${known}.`);
    process.exitCode = 1;
    return;
  }
  await withKernel(async (kernel) => {
    const { dataset, isNew } = await importVehicleModels(kernel, {
      source,
      file: path,
      onProgress: ({ rows, models }) => process.stderr.write(`\r${rows} lines, ${models} models `),
    });
    if (!isNew) {
      console.log(`Already imported on ${dataset.created_at.toISOString().slice(0, 10)}.`);
      return;
    }
    process.stderr.write('\n');
    const { models_count: models, rows_count: rows, problems_count: problems } = dataset;
    console.log(`Imported ${models} models of ${rows} lines; ${problems} could not be read.`);
  });
}

async function printDatasets(): Promise<void> {
  await withKernel(async ({ work }) => {
    const datasets = await work.read(listVehicleDatasets);
    for (const dataset of datasets)
      console.log(
        [
          String(dataset.id).padStart(4),
          dataset.source.padEnd(6),
          `${dataset.file_name} of ${dataset.file_date}`,
          `${dataset.models_count} models`,
          `${dataset.problems_count} problems`,
          dataset.licence,
        ].join('  '),
      );
    if (datasets.length === 0) console.log('No data set is imported yet.');
  });
}
