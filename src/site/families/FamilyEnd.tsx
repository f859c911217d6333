import type { FamilyPage } from '../page-schema.ts';
import { NextStep } from '../sections/NextStep.tsx';
import { Questions } from '../sections/Questions.tsx';
import { Related } from '../sections/Related.tsx';
import { Section } from '../sections/Section.tsx';

/** How every page of a family closes: answers, where to read on, and one next step. */
export const FamilyEnd = ({ page }: { page: FamilyPage }) => (
  <>
    <Questions questions={page.questions} />
    <Section title="Read on">
      <Related paths={page.related} />
    </Section>
    <NextStep {...page.nextStep} />
  </>
);
