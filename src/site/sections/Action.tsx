import { ButtonLink } from '#ui/Button.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';

type ActionProps = { label: string; path: string; isPrimary?: boolean };

const contactPath = '/company/contact';

/** A button that links to a page. */
export function Action({ label, path, isPrimary = true }: ActionProps) {
  const address = useAddress();
  // An inquiry includes the page it is about.
  const isAbout = path === contactPath && address !== '/';
  return (
    <ButtonLink asChild variant={isPrimary ? 'primary' : 'secondary'} size="large">
      <PageLink href={isAbout ? `${path}?about=${address}` : path}>{label}</PageLink>
    </ButtonLink>
  );
}
