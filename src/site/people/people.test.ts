import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { findAuthor } from './authors.ts';
import { readPeople } from './read-people.ts';

const ada = {
  name: 'Ada Example',
  role: 'Engineer',
  city: 'San Francisco',
  timeZone: 'America/Los_Angeles',
  about: 'Ledgers.',
};

function folderWith(files: Record<string, object>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'people-'));
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(folder, file), JSON.stringify(content));
  return folder;
}

describe('the people', () => {
  it('have the name of their file as id, and are sorted by it', () => {
    const folder = folderWith({ 'bob.json': { ...ada, name: 'Bob' }, 'ada-example.json': ada });
    expect(readPeople(folder).map(({ id, name }) => [id, name])).toEqual([
      ['ada-example', 'Ada Example'],
      ['bob', 'Bob'],
    ]);
    expect(readPeople(path.join(folder, 'missing'))).toEqual([]);
  });

  it('fail with the file and the field that is wrong', () => {
    const { city: _, ...incomplete } = ada;
    const read = () => readPeople(folderWith({ 'ada-example.json': incomplete }));
    expect(read).toThrow(/people\/ada-example\.json is invalid[\s\S]*city/);
  });
});

describe('an article', () => {
  it('is signed by the person it names, else by the engineers as a team', () => {
    const known = [{ ...ada, id: 'ada-example' }];
    expect(findAuthor('ada-example', known)).toEqual({ id: 'ada-example', name: 'Ada Example' });
    expect(findAuthor(undefined, known)).toEqual({ name: `${site.name} engineering` });
  });
});
