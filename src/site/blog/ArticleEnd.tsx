import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageLink } from '../navigation/PageLink.tsx';
import type { PageWith } from '../pages/page-schema.ts';
import { NextStep } from '../sections/NextStep.tsx';
import { Questions } from '../sections/Questions.tsx';
import { Related } from '../sections/Related.tsx';
import { Section } from '../sections/Section.tsx';
import type { Article } from './articles.ts';
import { findNeighbours } from './blog.ts';
import { contentArticles } from './content-articles.ts';

type NeighbourProps = { article: Article; name: ReactNode; className?: string };

const Neighbour = ({ article, name, className }: NeighbourProps) => (
  <PageLink href={article.path} className={`group block py-8 ${className ?? ''}`}>
    <span className="flex items-center gap-2 text-xs text-quiet">{name}</span>
    <span className="mt-2 block max-w-[32ch] font-display text-xl font-semibold group-hover:text-accent">
      {article.label}
    </span>
  </PageLink>
);

function Neighbours({ path }: { path: string }) {
  const { newer, older } = findNeighbours(path, contentArticles);
  if (!newer && !older) return null;
  const olderName = (
    <>
      <ArrowLeft size={16} aria-hidden /> Older
    </>
  );
  const newerName = (
    <>
      Newer <ArrowRight size={16} aria-hidden />
    </>
  );
  return (
    <nav aria-label="Previous and next article" className="border-t border-line">
      <div className="mx-auto grid max-w-page divide-line px-gutter max-sm:divide-y sm:grid-cols-2 sm:divide-x">
        <div>{older && <Neighbour article={older} name={olderName} />}</div>
        <div>
          {newer && (
            <Neighbour
              article={newer}
              name={newerName}
              className="sm:pl-10 sm:text-right [&>*]:sm:ml-auto [&>*]:sm:justify-end"
            />
          )}
        </div>
      </div>
    </nav>
  );
}

/** The end of an article: its neighbors, related pages and the next step. */
export const ArticleEnd = ({ page, path }: { page: PageWith<'article'>; path: string }) => (
  <>
    {page.questions && <Questions questions={page.questions} />}
    <Neighbours path={path} />
    {page.related && (
      <Section title="Related">
        <Related paths={page.related} />
      </Section>
    )}
    {page.nextStep && <NextStep {...page.nextStep} />}
  </>
);
