import type { FamilyPage } from '../page-schema.ts';
import { Handover } from '../sections/Handover.tsx';
import { NextStep } from '../sections/NextStep.tsx';
import { Questions } from '../sections/Questions.tsx';
import { Related } from '../sections/Related.tsx';
import { Section } from '../sections/Section.tsx';

/** How every page of a family closes: the handover, answers, where to read on, one next step. */
export const FamilyEnd = ({ page }: { page: FamilyPage }) => (
  <>
    {'deliverables' in page && page.layout !== 'service' && <Handover {...page} />}
    <Questions questions={page.questions} />
    <Section title="Read on">
      <Related paths={page.related} />
    </Section>
    <NextStep {...page.nextStep} />
  </>
);
