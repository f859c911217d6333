import { cpSync } from 'node:fs';
import path from 'node:path';
import { buildSdk } from '../../scripts/sdk/build-sdk.ts';

/** Puts the built package where code in the folder imports it from. Returns its place. */
export async function installSdk(folder: string): Promise<string> {
  const place = path.join(folder, 'node_modules/weftline');
  const source = path.resolve(import.meta.dirname, '../../sdk');
  await buildSdk(path.join(place, 'dist'));
  for (const file of ['package.json', 'README.md'])
    cpSync(path.join(source, file), path.join(place, file));
  return place;
}
