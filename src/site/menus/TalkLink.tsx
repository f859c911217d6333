import { ButtonLink, type ButtonLinkProps } from '#ui/Button.tsx';
import { PageLink } from '../navigation/PageLink.tsx';

/** The way to talk to a person, from every page. */
export const TalkLink = (look: Pick<ButtonLinkProps, 'size' | 'className'>) => (
  <ButtonLink asChild variant="primary" {...look}>
    <PageLink href="/company/contact">Talk to us</PageLink>
  </ButtonLink>
);
