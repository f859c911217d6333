import { Outlet } from 'react-router';
import { PageDiagram } from '../diagram/PageDiagram.tsx';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { useAddress } from '../navigation/use-address.ts';
import type { PageWith } from '../pages/page-schema.ts';
import { usePageWith } from '../pages/use-page.ts';
import { Byline, Day, Tags } from './ArticleDetails.tsx';
import { ArticleEnd } from './ArticleEnd.tsx';
import type { Article } from './articles.ts';
import { contentArticles } from './content-articles.ts';

type PartProps = { page: PageWith<'article'>; article: Article };

const ArticleFacts = ({ article }: Pick<PartProps, 'article'>) => (
  <p className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-quiet">
    <Byline author={article.author} />
    <Day day={article.published} />
    {article.updated && (
      <span>
        Changed on <Day day={article.updated} />
      </span>
    )}
    <span>{article.minutes} min read</span>
    <Tags tags={article.tags} />
  </p>
);

const ArticleHead = ({ page, article }: PartProps) => (
  <header className="mx-auto grid max-w-page items-end gap-x-16 gap-y-10 px-gutter pt-6 pb-12 lg:grid-cols-12">
    <div className={page.diagram ? 'lg:col-span-8' : 'lg:col-span-10'}>
      <Breadcrumbs />
      <h1 className="mt-8 text-4xl">{page.heading ?? page.title}</h1>
      <p className="mt-6 max-w-[60ch] text-lg text-quiet">{page.lead}</p>
      <ArticleFacts article={article} />
    </div>
    {page.diagram && <PageDiagram {...page.diagram} className="lg:col-span-4" />}
  </header>
);

const ContentsList = ({ contents }: Pick<Article, 'contents'>) => (
  <ol className="contents-list border-l border-control text-sm text-quiet">
    {contents.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ol>
);

/** Collapsed above the text on small screens, beside the text on larger ones. */
const Contents = ({ contents }: Pick<Article, 'contents'>) => (
  <nav aria-label="Contents" className="lg:col-span-4 xl:col-span-3">
    <details className="border-y border-line lg:hidden">
      <summary className="min-h-12 py-3 font-medium">In this article</summary>
      <div className="pb-4">
        <ContentsList contents={contents} />
      </div>
    </details>
    <div className="sticky top-24 hidden lg:block">
      <p className="mb-3 text-sm font-medium">In this article</p>
      <ContentsList contents={contents} />
    </div>
  </nav>
);

/** A narrow column of text, with the table of contents to the left. */
export default function ArticleLayout() {
  const page = usePageWith('article');
  const path = useAddress();
  const article = contentArticles.find((one) => one.path === path);
  if (!page || !article) return null;
  return (
    <>
      <article>
        <ArticleHead page={page} article={article} />
        <div className="border-t border-line">
          <div className="mx-auto grid max-w-page gap-x-10 gap-y-8 px-gutter pt-8 pb-section lg:grid-cols-12 lg:pt-14">
            {article.contents.length > 1 && <Contents contents={article.contents} />}
            <div className="prose article min-w-0 lg:col-span-8 lg:col-start-5">
              <Outlet />
            </div>
          </div>
        </div>
      </article>
      <ArticleEnd page={page} path={path} />
    </>
  );
}
