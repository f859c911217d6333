import { Outlet } from 'react-router';
import { Breadcrumbs } from '../Breadcrumbs.tsx';
import { tagOf } from '../blog.ts';
import type { Family } from '../page-schema.ts';
import { ArticleList, TagMenu } from '../sections/ArticleList.tsx';
import { NextStep } from '../sections/NextStep.tsx';
import { PageList } from '../sections/PageList.tsx';
import { ProjectBrowser } from '../sections/ProjectBrowser.tsx';
import { Questions } from '../sections/Questions.tsx';
import { useAddress } from '../use-address.ts';
import { usePageOf } from '../use-page.ts';

function FamilyList({ family }: { family: Family }) {
  const tag = tagOf(useAddress());
  if (family === 'projects') return <ProjectBrowser />;
  if (family !== 'blog') return <PageList family={family} />;
  return (
    <>
      <TagMenu active={tag} />
      <ArticleList tag={tag} />
    </>
  );
}

/** The door of a family: what it is, then its pages, then what helps to choose. */
export default function OverviewLayout() {
  const page = usePageOf('overview');
  if (!page) return null;
  return (
    <>
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-gutter pt-6 pb-14 lg:grid-cols-12">
        <div className="lg:col-span-12">
          <Breadcrumbs />
        </div>
        <h1 className="text-5xl lg:col-span-7">{page.heading ?? page.title}</h1>
        <p className="text-lg text-quiet lg:col-span-5 lg:self-end">{page.lead}</p>
      </div>
      <FamilyList family={page.family} />
      <Outlet />
      {page.questions && <Questions questions={page.questions} />}
      {page.nextStep && <NextStep {...page.nextStep} />}
    </>
  );
}
