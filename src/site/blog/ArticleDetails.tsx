import { formatUtcDate } from '#lib/format.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { type Author, personPath } from '../people/authors.ts';
import { tagLabel, tagPath } from './blog.ts';

export const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatUtcDate(day)}</time>;

/** Who signs an article; a person is a link to where the site shows people. */
export const Byline = ({ author: { name, id } }: { author: Author }) =>
  id ? (
    <PageLink href={personPath(id)} className="link">
      {name}
    </PageLink>
  ) : (
    <span>{name}</span>
  );

/** The tags of an article, each a link to the articles with it. */
export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-x-4">
    {tags.map((tag) => (
      <PageLink
        key={tag}
        href={tagPath(tag)}
        className="inline-flex min-h-6 items-center underline-offset-4 before:text-control before:content-['#'/''] hover:text-text hover:underline pointer-coarse:min-h-11"
      >
        {tagLabel(tag)}
      </PageLink>
    ))}
  </span>
);
