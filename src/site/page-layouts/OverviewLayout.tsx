import { Outlet } from 'react-router';
import { ArticleList, TagMenu } from '../blog/ArticleList.tsx';
import { readTag } from '../blog/blog.ts';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { useAddress } from '../navigation/use-address.ts';
import type { Collection } from '../pages/page-schema.ts';
import { usePageWith } from '../pages/use-page.ts';
import { ProjectBrowser } from '../projects/ProjectBrowser.tsx';
import { NextStep } from '../sections/NextStep.tsx';
import { PageList } from '../sections/PageList.tsx';
import { Questions } from '../sections/Questions.tsx';

function CollectionList({ collection }: { collection: Collection }) {
  const tag = readTag(useAddress());
  if (collection === 'projects') return <ProjectBrowser />;
  if (collection !== 'blog') return <PageList collection={collection} />;
  return (
    <>
      <TagMenu active={tag} />
      <ArticleList tag={tag} />
    </>
  );
}

/** The overview of a collection: a lead, the list of its pages, then the body. */
export default function OverviewLayout() {
  const page = usePageWith('overview');
  if (!page) return null;
  return (
    <>
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-gutter pt-6 pb-14 lg:grid-cols-12">
        <div className="lg:col-span-12">
          <Breadcrumbs />
        </div>
        <h1 className="text-4xl lg:col-span-7">{page.heading ?? page.title}</h1>
        <p className="text-lg text-quiet lg:col-span-5 lg:self-end">{page.lead}</p>
      </div>
      <CollectionList collection={page.collection} />
      <Outlet />
      {page.questions && <Questions questions={page.questions} />}
      {page.nextStep && <NextStep {...page.nextStep} />}
    </>
  );
}
