// Reading input and writing results.
import { createWriteStream, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './command.ts';

/** JSON of a file, or of stdin for `-`. */
export async function readJson(file: string): Promise<unknown> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/** With its name, by which the service recognizes what it is. */
export async function openFile(file: string): Promise<File> {
  const blob = await openAsBlob(file);
  return new File([blob], path.basename(file));
}

export async function writeResponse(response: Response, file: string): Promise<void> {
  if (!response.body) throw new Error('The response is empty.');
  await response.body.pipeTo(Writable.toWeb(createWriteStream(file)) as WritableStream<Uint8Array>);
}
