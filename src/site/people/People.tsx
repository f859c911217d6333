import type { ReactNode } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { Section } from '../sections/Section.tsx';
import { people } from './people.ts';

const PersonList = () => (
  <ul className="grid list-none gap-x-8 gap-y-6 pl-0 sm:grid-cols-2">
    {people.map(({ id, name, role, city, timeZone, about, photo }) => (
      <li key={id} id={id} className="mt-0 flex gap-4">
        <Avatar name={name} {...(photo && { src: photo })} sizePx={72} />
        <div>
          <h3 className="my-0 text-lg">{name}</h3>
          <p className="text-sm text-quiet">
            {role}. {city}, {timeZone.replaceAll('_', ' ')}
          </p>
          <p className="mt-1">{about}</p>
        </div>
      </li>
    ))}
  </ul>
);

/** A section with the people who answer; nothing while content/people/ is empty. */
export const People = () =>
  people.length > 0 && (
    <Section
      title="Who answers"
      lead="The people who read what you write, and build what you ask for."
    >
      <PersonList />
    </Section>
  );

/** The same people within a text; while there are none, what the page says instead. */
export const Team = ({ children }: { children: ReactNode }) =>
  people.length > 0 ? <PersonList /> : children;
