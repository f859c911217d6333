import { Outlet } from 'react-router';
import { usePageWith } from '../pages/use-page.ts';
import { CollectionHero, Deliverables } from './CollectionHero.tsx';
import { CollectionPageEnd } from './CollectionPageEnd.tsx';
import { FlowSection } from './FlowSection.tsx';

/** A service starts with its deliverables. */
export default function ServiceLayout() {
  const page = usePageWith('service');
  if (!page) return null;
  return (
    <>
      <CollectionHero page={page} action={page.nextStep}>
        <Deliverables deliverables={page.deliverables} />
      </CollectionHero>
      <Outlet />
      <FlowSection diagram={page.diagram} />
      <CollectionPageEnd page={page} />
    </>
  );
}
