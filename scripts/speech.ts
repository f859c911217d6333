// npm run speech -- list | install NAME | remove NAME
import {
  findModel,
  formatProgress,
  installModel,
  listInstalledModels,
  ModelError,
  modelsFolder,
  releasesUrl,
  removeModel,
  type SpeechModel,
  speechModels,
  suggestNames,
} from '#areas/speech/server/index.ts';
import { formatBytes } from '#lib/format.ts';
import { type AppConfig, readAppConfig } from '../src/app-config.ts';

const usage = `Usage: npm run speech -- list
       npm run speech -- install NAME
       npm run speech -- remove NAME`;

const [action, name = '', ...rest] = process.argv.slice(2);
const count = process.argv.length - 2;
const isNamed = count === 2 && rest.length === 0;
try {
  if (action === 'list' && count === 1) await printModels(readAppConfig(process.env));
  else if (action === 'install' && isNamed)
    await install(readAppConfig(process.env), readModel(name));
  else if (action === 'remove' && isNamed)
    await remove(readAppConfig(process.env), readModel(name));
  else throw new ModelError(usage);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function readModel(typed: string): SpeechModel {
  const model = findModel(typed);
  if (model) return model;
  const near = suggestNames(typed);
  const hint =
    near.length > 0 ? `Similar: ${near.join(', ')}.` : '`npm run speech -- list` shows all.';
  throw new ModelError(`There is no model "${typed}". ${hint}`);
}

async function printModels(config: AppConfig): Promise<void> {
  const installed = await listInstalledModels(modelsFolder(config));
  const names = new Set(installed.map(({ model }) => model.name));
  for (const kind of ['transcription', 'speech'] as const) {
    console.log(kind === 'transcription' ? 'Speech to text, the best first' : '\nText to speech');
    for (const model of speechModels.filter((one) => one.kind === kind)) {
      const state = names.has(model.name) ? 'installed' : '';
      const cells = [model.name.padEnd(18), state.padEnd(10), formatBytes(model.bytes).padEnd(10)];
      const languages = model.languages.join(', ') || 'about 100 languages';
      console.log(`  ${cells.join('')}${languages.padEnd(21)}${model.purpose}`);
      console.log(`  ${' '.repeat(59)}Licence: ${model.licence}, ${model.licenceUrl}`);
    }
  }
  console.log(`\nFolder: ${modelsFolder(config)}`);
}

async function install(config: AppConfig, model: SpeechModel): Promise<void> {
  const folder = modelsFolder(config);
  const progress = createProgress();
  const { isNew, verification } = await installModel(model, {
    folder,
    baseUrl: config.SPEECH_MODELS_URL ?? releasesUrl,
    now: new Date(),
    onProgress: progress.show,
    onStep: (step) => {
      progress.end();
      if (process.stderr.isTTY) process.stderr.write(`${steps[step]}\n`);
    },
  }).finally(progress.end);
  if (!isNew) {
    console.log(`${model.name} is installed already.`);
    return;
  }
  console.log(`Installed ${model.name} in ${folder}.`);
  if (verification) console.log(`${verified[verification.by]} SHA-256: ${verification.sha256}`);
  console.log(`Licence: ${model.licence}, ${model.licenceUrl}`);
  console.log('A running server uses it from the next call on.');
}

const steps = { verify: 'Verifying ...', unpack: 'Unpacking ...', load: 'Loading it once ...' };
const verified = {
  catalogue: 'Verified by the digest in this software.',
  release: 'Verified by the digest that its release publishes.',
  size: 'NOT verified: only the size was compared, because no digest is published.',
};

const everyMs = 200;

/** One line that is rewritten, on a terminal only. */
function createProgress() {
  let first: { bytes: number; ms: number } | null = null;
  let printedMs = 0;
  let isOpen = false;
  return {
    show({ receivedBytes, totalBytes }: { receivedBytes: number; totalBytes: number }): void {
      if (!process.stderr.isTTY) return;
      const ms = performance.now();
      first ??= { bytes: receivedBytes, ms };
      if (ms - printedMs < everyMs && receivedBytes < totalBytes) return;
      printedMs = ms;
      isOpen = true;
      const since = { sinceBytes: first.bytes, seconds: (ms - first.ms) / 1000 };
      const line = formatProgress({ receivedBytes, totalBytes }, since);
      process.stderr.write(`\r${line.padEnd(60)}`);
    },
    end(): void {
      if (isOpen) process.stderr.write('\n');
      isOpen = false;
    },
  };
}

async function remove(config: AppConfig, model: SpeechModel): Promise<void> {
  const isRemoved = await removeModel(modelsFolder(config), model);
  console.log(isRemoved ? `Removed ${model.name}.` : `${model.name} is not installed.`);
}
