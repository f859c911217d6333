import { usePage } from '../pages/use-page.ts';

export function PageHeading() {
  const page = usePage();
  const heading = page && 'heading' in page ? page.heading : undefined;
  return (
    <header>
      <h1 className="text-4xl">{heading ?? page?.title}</h1>
      {page?.lead && <p className="mt-5 max-w-measure text-lg text-quiet">{page.lead}</p>}
    </header>
  );
}
