// Names that are close to a mistyped one, and what a server without models should install.
import { formatBytes } from '#lib/format.ts';
import { editDistance } from '../text/edit-distance.ts';
import { findModel, type SpeechModel, speechModels, suggestedModelName } from './catalogue.ts';
import { listInstalledModels } from './installed-models.ts';

const suggestionsMax = 3;

/** The most similar names: parts of a name count as much as a few typing errors. */
export function suggestNames(
  typed: string,
  models: readonly SpeechModel[] = speechModels,
): string[] {
  const text = typed.toLowerCase();
  return models
    .map(({ name }) => {
      const isPart = text.length > 1 && name.split('-').includes(text);
      return { name, distance: isPart ? 1 : editDistance([...text], [...name]) };
    })
    .filter(({ name, distance }) => distance <= Math.max(2, name.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, suggestionsMax)
    .map(({ name }) => name);
}

export const installCommand = ({ name, bytes }: SpeechModel): string =>
  `\`npm run speech -- install ${name}\` (${formatBytes(bytes)})`;

/** For the log of a server that has basic engines only; null when there is nothing better. */
export async function describeBetterEngine(folder: string): Promise<string | null> {
  const installed = await listInstalledModels(folder);
  const suggested = findModel(suggestedModelName)!;
  if (!installed.some(({ model }) => model.kind === 'transcription'))
    return `speech uses the basic engine; ${installCommand(suggested)} understands far more, and \`npm run speech -- list\` shows natural voices`;
  if (!installed.some(({ model }) => model.kind === 'speech'))
    return 'texts are spoken by basic voices; `npm run speech -- list` shows natural ones';
  return null;
}
