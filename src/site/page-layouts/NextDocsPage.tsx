import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { docsPages } from './docs-pages.ts';

/** At the end of a page of the documentation: the one after it. */
export function NextDocsPage() {
  const address = useAddress();
  const at = docsPages.findIndex(({ path }) => path === address);
  const next = at === -1 ? undefined : docsPages[at + 1];
  if (!next) return null;
  return (
    <p className="mt-16 max-w-measure border-t border-control pt-5">
      Next:{' '}
      <PageLink href={next.path} className="link font-medium">
        {next.label}
      </PageLink>
    </p>
  );
}
