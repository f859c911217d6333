import { type PageTab, PageTabs } from './PageTabs.tsx';

type OpeningProps = {
  title: string;
  lead: string;
  /** The pages that this one is a part of, itself included. */
  tabs?: readonly PageTab[];
};

/** The top of a page without a diagram: the heading, and the lead beside it. */
export const Opening = ({ title, lead, tabs }: OpeningProps) => (
  <div className="mx-auto max-w-page px-gutter pt-14">
    <div className="grid gap-x-10 gap-y-6 pb-12 lg:grid-cols-12">
      <h1 className="text-4xl lg:col-span-7">{title}</h1>
      <p className="text-lg text-quiet lg:col-span-5 lg:self-end">{lead}</p>
    </div>
    {tabs && <PageTabs tabs={tabs} />}
  </div>
);
