import type { CollectionPage } from '../pages/page-schema.ts';
import { NextStep } from '../sections/NextStep.tsx';
import { Questions } from '../sections/Questions.tsx';
import { Related } from '../sections/Related.tsx';
import { Section } from '../sections/Section.tsx';

type PageEnd = Required<Pick<CollectionPage, 'questions' | 'related' | 'nextStep'>>;

/** The end of a collection's page: questions, related pages and the next step. */
export const CollectionPageEnd = ({ page }: { page: PageEnd }) => (
  <>
    <Questions questions={page.questions} />
    <Section title="Related">
      <Related paths={page.related} />
    </Section>
    <NextStep {...page.nextStep} />
  </>
);
