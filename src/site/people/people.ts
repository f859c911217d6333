// The people in content/people/. Node reads the folder; for the browser
// scripts/build/content-pages.ts replaces this file with the value.
import path from 'node:path';
import { type Person, readPeople } from './read-people.ts';

export const people: readonly Person[] = readPeople(
  path.resolve(import.meta.dirname, '../../../content/people'),
);
