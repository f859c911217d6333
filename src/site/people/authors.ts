// Who signs an article: a person of content/people/, or the engineers as a team.
import site from '#content/site.json' with { type: 'json' };
import { people } from './people.ts';
import type { Person } from './read-people.ts';

/** Without `id` it is the team. */
export type Author = { name: string; id?: string };

const team: Author = { name: `${site.name} engineering` };

/** The person that the `author` of a page names, if any. */
export const findPerson = (
  id: string | undefined,
  known: readonly Person[] = people,
): Person | undefined => (id ? known.find((person) => person.id === id) : undefined);

export function findAuthor(id: string | undefined, known: readonly Person[] = people): Author {
  const person = findPerson(id, known);
  return person ? { name: person.name, id: person.id } : team;
}

/** Where the page about the company shows a person. */
export const personPath = (id: string): string => `/company/about#${id}`;
