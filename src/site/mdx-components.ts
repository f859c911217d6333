// What pages in content/ may use without importing it: content holds words, no code. The guide
// docs/guides/add-a-page.md explains each; names and properties stay as they are there.
import { CodeBlock } from './sections/CodeBlock.tsx';
import { Comparison } from './sections/Comparison.tsx';
import { DutyDemo } from './sections/DutyDemo.tsx';
import { Feature, Features } from './sections/Features.tsx';
import { HeadingThree, HeadingTwo } from './sections/Headings.tsx';
import { Hero } from './sections/Hero.tsx';
import { LiveCalls } from './sections/LiveCalls.tsx';
import { NextStep } from './sections/NextStep.tsx';
import { Opening } from './sections/Opening.tsx';
import { PageLink } from './sections/PageLink.tsx';
import { PageList } from './sections/PageList.tsx';
import { Pricing } from './sections/Pricing.tsx';
import { ProseTable } from './sections/ProseTable.tsx';
import { Questions } from './sections/Questions.tsx';
import { Related } from './sections/Related.tsx';
import { Section, Words } from './sections/Section.tsx';
import { SiteMap } from './sections/SiteMap.tsx';
import { Sketch } from './sections/Sketch.tsx';
import { StatisticsChoice } from './sections/StatisticsChoice.tsx';
import { Step, Steps } from './sections/Steps.tsx';
import { Suggestions } from './sections/Suggestions.tsx';

const components = {
  a: PageLink,
  h2: HeadingTwo,
  h3: HeadingThree,
  pre: CodeBlock,
  table: ProseTable,
  Comparison,
  DutyDemo,
  Feature,
  Features,
  Hero,
  LiveCalls,
  NextStep,
  Opening,
  PageList,
  Pricing,
  Questions,
  Related,
  Section,
  SiteMap,
  Sketch,
  StatisticsChoice,
  Step,
  Steps,
  Suggestions,
  Words,
};

/** The name that the MDX compiler imports. */
export const useMDXComponents = () => components;
