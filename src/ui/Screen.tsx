import type { ReactNode } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx';

export type ScreenProps = Omit<PageHeaderProps, 'className'> & {
  /** Of the browser's tab, where the title does not say enough or is no text. */
  tabTitle?: string;
  /** Links to the screens beside this one, below the header. */
  tabs?: ReactNode;
  children?: ReactNode;
};

/** A screen of the dashboard or the console: the title of the tab, the header and the panels. */
export const Screen = ({ tabTitle, tabs, children, ...header }: ScreenProps) => (
  <>
    <title>{`${tabTitle ?? header.title} · ${site.name}`}</title>
    <PageHeader {...header} />
    {tabs}
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${tabs ? '' : 'mt-6'}`}>{children}</div>
  </>
);
