// Components that pages in content/ can use without imports. docs/guides/add-a-page.md documents
// each of them.

import { Artifact } from './case-study/Artifact.tsx';
import { ArtifactList } from './case-study/ArtifactList.tsx';
import { CountryList } from './customs/CountryPages.tsx';
import { PageDiagram } from './diagram/PageDiagram.tsx';
import { BuildNumbers } from './home/BuildNumbers.tsx';
import { LiveHero } from './home/LiveHero.tsx';
import { RunningNow } from './home/RunningNow.tsx';
import { WriteSection } from './home/WriteSection.tsx';
import { PageLink } from './navigation/PageLink.tsx';
import { People, Team } from './people/People.tsx';
import { CodeBlock } from './sections/CodeBlock.tsx';
import { Comparison } from './sections/Comparison.tsx';
import { DutyDemo } from './sections/DutyDemo.tsx';
import { Feature, Features } from './sections/Features.tsx';
import { HeadingThree, HeadingTwo } from './sections/Headings.tsx';
import { LiveCalls } from './sections/LiveCalls.tsx';
import { NextStep } from './sections/NextStep.tsx';
import { Opening } from './sections/Opening.tsx';
import { PageList } from './sections/PageList.tsx';
import { Pricing } from './sections/Pricing.tsx';
import { ProseTable } from './sections/ProseTable.tsx';
import { Questions } from './sections/Questions.tsx';
import { Related } from './sections/Related.tsx';
import { Section, Words } from './sections/Section.tsx';
import { ServiceTable } from './sections/ServiceTable.tsx';
import { SiteMap } from './sections/SiteMap.tsx';
import { SiteUrl } from './sections/SiteUrl.tsx';
import { StatisticsChoice } from './sections/StatisticsChoice.tsx';
import { StatusBoard } from './sections/StatusBoard.tsx';
import { Step, Steps } from './sections/Steps.tsx';
import { Suggestions } from './sections/Suggestions.tsx';

const components = {
  a: PageLink,
  h2: HeadingTwo,
  h3: HeadingThree,
  pre: CodeBlock,
  table: ProseTable,
  Artifact,
  ArtifactList,
  BuildNumbers,
  Comparison,
  CountryList,
  Diagram: PageDiagram,
  DutyDemo,
  Feature,
  Features,
  LiveCalls,
  LiveHero,
  NextStep,
  Opening,
  PageList,
  People,
  Pricing,
  Questions,
  Related,
  RunningNow,
  Section,
  ServiceTable,
  ShortInquiry: WriteSection,
  SiteMap,
  SiteUrl,
  StatisticsChoice,
  StatusBoard,
  Step,
  Steps,
  Suggestions,
  Team,
  Words,
};

/** The MDX compiler imports this name. */
export const useMDXComponents = () => components;
