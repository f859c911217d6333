// The pages in content/ in American English: plain words, one idea a sentence, varied rhythm.
import { describe, expect, it } from 'vitest';
import { collections, readPage } from '#site/pages/page-schema.ts';
import {
  type PageText,
  readingGrade,
  readPageText,
  readPageTexts,
  sentencesIn,
} from './content-text.ts';

/** Words and phrases that no page uses, each with what to write in its place. */
const banned: readonly [RegExp, string][] = [
  [/\b(?:unlock|leverag|supercharg|revolutioni[sz]|empower|delv)\w*/i, 'the exact verb'],
  [/\b(?:seamless|cutting-edge|next-level|world-class|robust)(?:ly)?\b/i, 'a fact, or nothing'],
  [/\b(?:somebody|nobody|whoever|whomever)\b/i, 'the person who is meant'],
  [/\bthe one who\b|^Who [a-z ]+ has\b/im, 'the person who, anyone who'],
  [/\bdearer\b/i, 'more expensive'],
  [/\b(?:stands?|stood) (?:in|on) (?:the|a|this|its|our|your) \w+(?: page)?\b/i, 'is in, is on'],
  [/\b(?:lies|lie|lay) in\b|\blies a factor\b/i, 'is, comes from'],
  [/\b(?:price|plan|offer|limit|rate)s? holds\b/i, 'applies'],
  [/\b(?:a training|informations|an advice|a feedback)\b/i, 'the uncountable noun'],
  [/\bwithout an end\b|\bhangs together\b|\bfrom \w+ (?:it )?follows that\b/i, 'an English idiom'],
  [/\b(?:weav(?:e|es|ing)|woven|wefts?|knots?|selvedge|dyes?)\b/i, 'the word of the field'],
  [/\b(?:dedicated|named|personal) (?:contact|developer|engineer|manager|person)\b/i, 'we'],
  [/\bworks councils?\b/i, 'employees or their representatives'],
  [/\d %/, 'a percent sign without a blank'],
];

/** What is done work in a text about a design. */
const claimed: readonly [RegExp, string][] = [
  [/\bwe(?:'ve| have)? (?:built|made|shipped|delivered|learned|learnt|replaced)\b/i, 'we would'],
  [/\bour (?:customers|clients)\b/i, 'your'],
  [/\bwould do (?:again|differently)\b/i, 'the reason for the decision'],
];

const stemsWithIze = [
  '\\w+al|author|character|computer|custom|emphas|minim|maxim|organ|optim|priorit|recogn',
  'sanit|serial|summar|synchron|synthes|util|visual',
].join('|');
const article = '\\b(?:an?|the|per|one|each|every|first|second|same|your|our|shared)';
const flatBefore = 'rate|roof|file|list|fee|price';

/** British spellings and words, each with the American one. */
const british: readonly [RegExp, string][] = [
  [/\b(?:behavi|col|fav|harb|hon|lab|neighb)our/i, '-or'],
  [new RegExp(`\\b(?:${stemsWithIze})is(?:e[ds]?|ing|ations?)\\b`, 'i'), '-ize'],
  [
    /\b(?:analys(?:e[ds]?|ing)|catalogu(?:e[ds]?|ing)|dialogues?|programmes?)\b/i,
    'analyze, catalog',
  ],
  [/\b(?:cent|lit|theat|fib|(?:kilo|centi|milli)?met)res?\b/i, '-er'],
  [
    /\b(?:licences?|defence|offence|pretence|practise[ds]?|cheques?|tyres?|kerb)\b/i,
    'license, defense',
  ],
  [/\b(?:cancel|label|model|travel|signal|fuel|channel|total)l(?:ed|ing)\b/i, 'one l'],
  [
    /\b(?:grey|whilst|amongst|learnt|ageing|judgement|artefacts?|fulfil|enrol|mould)\b/i,
    'gray, while',
  ],
  [
    new RegExp(`${article} (?:lift|bonnet|boot|lorry|flat)s?\\b(?! (?:${flatBefore}))`, 'i'),
    'elevator, hood, apartment',
  ],
  [
    /\b(?:(?<!real )estate agents?|car parks?|postcodes?|mobile phones?|petrol|holidaymakers?)\b/i,
    'agent, gas',
  ],
];

/** Definitions that sound like proverbs: "A test that has never failed is a hope." */
const aphorism = new RegExp(
  "^(?:An?|The only) [\\w' -]{3,60}? (?:is|are) " +
    "(?:not )?(?:an?|the only|what|never|still) [\\w' -]{2,40}\\.$",
);

const wordsMin = 350;
const wordsMax = 700;
/** Of Flesch and Kincaid: a text of a good newspaper has 11. */
const gradeMax = 11;
const shortSentence = 6;

const readFolder = ({ file }: PageText) => file.split('/')[0] ?? '';
const isFamily = (page: PageText) =>
  readFolder(page) !== 'blog' && collections.some((name) => name === readFolder(page));

const listViolations = (text: string, rules: readonly [RegExp, string][]) =>
  rules.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)?.[0];
    return found ? [`"${found}": write ${instead}`] : [];
  });

const listProverbs = ({ paragraphs }: PageText) =>
  paragraphs.flatMap(sentencesIn).filter((sentence) => aphorism.test(sentence));

const endsShort = (paragraph: string) => {
  const sentences = sentencesIn(paragraph);
  return sentences.length > 1 && sentences.at(-1)!.split(' ').length <= shortSentence;
};

/** Pairs of neighbors that both end in a punch line. */
const listPunchLines = ({ paragraphs }: PageText) =>
  paragraphs
    .filter((one, at) => endsShort(one) && endsShort(paragraphs[at + 1] ?? ''))
    .map((one) => sentencesIn(one).at(-1));

/** What is wrong with the style of a page, each in a line. */
function listFaults(page: PageText): string[] {
  const { head, headings, paragraphs, visible, words } = page;
  const whats = headings.filter((heading) => /^What\b/.test(heading));
  const proverbs = listProverbs(page);
  const grade = readingGrade(paragraphs);
  return [
    ...listViolations(visible, banned),
    ...listViolations(visible, british),
    ...(head.shelf === 'blueprint' ? listViolations(visible, claimed) : []),
    ...(whats.length > 1 ? [`more than one heading with "What": ${whats.join(', ')}`] : []),
    ...headings.filter((one) => /[.:,;]$/.test(one)).map((one) => `heading as sentence: ${one}`),
    ...(proverbs.length > 1 ? [`more than one aphorism: ${proverbs.join(' ')}`] : []),
    ...listPunchLines(page).map((end) => `two paragraphs in a row end in a punch line: ${end}`),
    ...(paragraphs.length > 3 && grade > gradeMax ? [`reading grade ${grade.toFixed(1)}`] : []),
    ...(isFamily(page) && (words < wordsMin || words > wordsMax) ? [`${words} words`] : []),
  ];
}

const pages = readPageTexts();

describe('pages in content/', () => {
  it.each(pages)('$file is in plain American English', (page) => {
    expect(listFaults(page)).toEqual([]);
  });

  it.each(pages)('$file has valid frontmatter, and its plain name as first heading', (page) => {
    const { head, file } = page;
    expect(() => readPage(head, file)).not.toThrow();
    if (isFamily(page)) expect(head).not.toHaveProperty('heading');
  });

  it.each(pages)('$file is dated when it was written', ({ head: { published, updated } }) => {
    const days = [published, updated].filter((day) => day !== undefined);
    const today = new Date().toISOString().slice(0, 10);
    expect(days.filter((day) => String(day) > today)).toEqual([]);
  });

  it('of a family share a heading with three others at most', () => {
    const uses = Map.groupBy(
      pages
        .filter(isFamily)
        .flatMap(({ headings, file }) => headings.map((heading) => ({ heading, file }))),
      ({ heading }) => heading,
    );
    const worn = [...uses].filter(([, files]) => files.length > 4).map(([heading]) => heading);
    expect(worn).toEqual([]);
  });

  it('about what runs lead to where it can be tried', async () => {
    // It reads all pages, and no test of this file could run while one of them is invalid.
    const { findRoute } = await import('#site/routes/route-table.ts');
    const tries = pages.flatMap(({ file, head }) => {
      const { path } = (head.tryIt ?? {}) as { path?: string };
      if (head.shelf !== 'running' && !path) return [];
      return findRoute(path ?? '') ? [] : [`${file}: ${path}`];
    });
    expect(tries).toEqual([]);
  });
});

describe('the style', () => {
  const createPage = (body: string, yaml = 'title: A') =>
    readPageText('projects/a.mdx', `---\n${yaml}\n---\n${body}`);

  it.each([
    ['We leverage AI.', 'leverage'],
    ['Duty is 16 % of it.', '6 %'],
    ['The catalogue is long.', 'catalogue'],
    ['Take the lift.', 'the lift'],
    ['We recognised it.', 'recognised'],
  ])('refuses %j', (sentence, found) => {
    expect(listFaults(createPage(sentence)).join()).toContain(`"${found}"`);
  });

  it('does not read code, addresses and names of fields', () => {
    const body = '```json\n{"colour": 1}\n```\nSee [fit](/projects/parts-fitment-catalogue) now.';
    expect(listFaults(createPage(body)).join()).not.toContain('write');
  });

  it('allows one aphorism, and finds a second one and two punch lines in a row', () => {
    const one = 'A test that has never failed is a hope.';
    expect(listProverbs(createPage(`${one}\n\nWe test each week.`))).toHaveLength(1);
    const page = createPage(
      `We asked them all about it. ${one}\n\nAll agreed. It is so.\n\nA price is a promise.`,
    );
    expect(listProverbs(page)).toHaveLength(2);
    expect(
      listPunchLines(createPage('We asked them all. It is so.\n\nWe left early on. So it goes.')),
    ).toEqual(['It is so.']);
  });

  it('does not take a link that leads on for a punch line', () => {
    const paragraph = 'We asked them all about it. [How it\n  works](/works).';
    expect(listPunchLines(createPage(`${paragraph}\n\n${paragraph}`))).toEqual([]);
  });

  it('lets a blueprint claim no work', () => {
    const body = 'We have built it for our customers.';
    expect(listFaults(createPage(body, 'shelf: blueprint')).join()).toContain('We have built');
    expect(listFaults(createPage(body, 'shelf: running')).join()).not.toContain('We have built');
  });

  it('grades long words and sentences higher', () => {
    const plain = readingGrade(['We count calls. You pay for them.']);
    const heavy = readingGrade([
      'Instrumentation of heterogeneous infrastructure necessitates reconciliation.',
    ]);
    expect(plain).toBeLessThan(4);
    expect(heavy).toBeGreaterThan(gradeMax);
  });
});
