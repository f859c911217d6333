import { ButtonLink } from '#ui/Button.tsx';
import { PageLink } from './PageLink.tsx';

type ActionProps = { label: string; path: string; isPrimary?: boolean };

/** A button that leads to a page: its words say what happens there. */
export const Action = ({ label, path, isPrimary = true }: ActionProps) => (
  <ButtonLink asChild variant={isPrimary ? 'primary' : 'secondary'} size="large">
    <PageLink href={path}>{label}</PageLink>
  </ButtonLink>
);
