import { PageLink } from '../navigation/PageLink.tsx';
import { Day, Tags } from './ArticleDetails.tsx';
import { countTags, tagLabel, tagPath } from './blog.ts';
import { contentArticles } from './content-articles.ts';

const tags = countTags(contentArticles);

type TagMenuProps = { active?: string | undefined };

/** Tags of several articles, and the active one, which links back to all articles. */
export const TagMenu = ({ active }: TagMenuProps) => (
  <nav aria-label="Tags" className="mx-auto max-w-page px-gutter pb-10">
    <ul className="flex flex-wrap gap-2 text-sm">
      {tags
        .filter(({ tag, count }) => count > 1 || tag === active)
        .map(({ tag, count }) => (
          <li key={tag}>
            <PageLink
              href={tag === active ? '/blog' : tagPath(tag)}
              {...(tag === active && { 'aria-current': 'true' as const })}
              className="inline-flex min-h-9 items-center gap-2 rounded-control border border-control px-3 hover:border-text aria-[current]:border-accent aria-[current]:text-accent pointer-coarse:min-h-11"
            >
              {tagLabel(tag)}
              <span className="text-xs text-quiet tabular-nums">{count}</span>
            </PageLink>
          </li>
        ))}
    </ul>
  </nav>
);

type ArticleListProps = { /** Only articles about it. */ tag?: string | undefined };

/** Articles, newest first. */
export const ArticleList = ({ tag }: ArticleListProps) => (
  <ul className="border-b border-line">
    {contentArticles
      .filter((article) => !tag || article.tags.includes(tag))
      .map(({ path, label, lead, published, minutes, tags: own }) => (
        <li key={path} className="border-t border-line">
          <div className="mx-auto grid max-w-page gap-x-10 gap-y-3 px-gutter py-9 lg:grid-cols-12">
            <p className="flex gap-x-4 text-sm text-quiet lg:col-span-3 lg:flex-col lg:gap-y-1 lg:pt-2">
              <Day day={published} />
              <span>{minutes} min read</span>
            </p>
            <div className="lg:col-span-8">
              <h2 className="text-2xl">
                <PageLink href={path} className="hover:text-accent">
                  {label}
                </PageLink>
              </h2>
              <p className="mt-3 max-w-measure text-quiet">{lead}</p>
              <div className="mt-3 text-sm text-quiet">
                <Tags tags={own} />
              </div>
            </div>
          </div>
        </li>
      ))}
  </ul>
);
