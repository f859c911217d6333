import { ButtonLink } from '#ui/Button.tsx';
import { useAddress } from '../use-address.ts';
import { PageLink } from './PageLink.tsx';

type ActionProps = { label: string; path: string; isPrimary?: boolean };

const contactPath = '/company/contact';

/** A button that leads to a page: its words say what happens there. */
export function Action({ label, path, isPrimary = true }: ActionProps) {
  const address = useAddress();
  // An inquiry says which page it is about.
  const isAbout = path === contactPath && address !== '/';
  return (
    <ButtonLink asChild variant={isPrimary ? 'primary' : 'secondary'} size="large">
      <PageLink href={isAbout ? `${path}?about=${address}` : path}>{label}</PageLink>
    </ButtonLink>
  );
}
