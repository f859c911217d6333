type OpeningProps = { title: string; lead: string };

/** The top of a page without a diagram: the heading, and the lead beside it. */
export const Opening = ({ title, lead }: OpeningProps) => (
  <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-gutter pt-14 pb-12 lg:grid-cols-12">
    <h1 className="text-4xl lg:col-span-7">{title}</h1>
    <p className="text-lg text-quiet lg:col-span-5 lg:self-end">{lead}</p>
  </div>
);
