import type { CollectionPage } from '../pages/page-schema.ts';
import { Deliverables } from '../sections/Deliverables.tsx';
import { NextStep } from '../sections/NextStep.tsx';
import { Questions } from '../sections/Questions.tsx';
import { Related } from '../sections/Related.tsx';
import { Section } from '../sections/Section.tsx';

/** The end of a collection's page: deliverables, questions, related pages and the next step. */
export const CollectionPageEnd = ({ page }: { page: CollectionPage }) => (
  <>
    {'deliverables' in page && page.layout !== 'service' && <Deliverables {...page} />}
    <Questions questions={page.questions} />
    <Section title="Read on">
      <Related paths={page.related} />
    </Section>
    <NextStep {...page.nextStep} />
  </>
);
