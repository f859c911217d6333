import { tagLabel, tagPath } from '../blog.ts';
import { PageLink } from '../sections/PageLink.tsx';

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export const Day = ({ day }: { day: string }) => (
  <time dateTime={day}>{dayFormat.format(new Date(day))}</time>
);

/** What an article is about, each leading to the others about it. */
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
