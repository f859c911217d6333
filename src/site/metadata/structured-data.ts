// Structured data about the company and a page, in the vocabulary of schema.org.
import site from '#content/site.json' with { type: 'json' };
import type { Page, PageWith } from '../pages/page-schema.ts';
import { personPath } from '../people/authors.ts';
import type { Person } from '../people/read-people.ts';
import type { Breadcrumb } from '../routes/route-table.ts';
import { absoluteUrl, type JsonLd } from './metadata.ts';

type CommonFields = Pick<Page, 'title' | 'description' | 'updated' | 'questions'>;
type LayoutFields = Pick<PageWith<'article'>, 'published' | 'tags'> &
  Pick<PageWith<'service'>, 'deliverables'> &
  Pick<PageWith<'project'>, 'kind' | 'technologies'>;
/** The person who signs an article; without one the company does. */
type Signed = { person?: Pick<Person, 'id' | 'name' | 'role'> };
type PageFacts = CommonFields & { layout: Page['layout'] } & Partial<LayoutFields> & Signed;
type PageContext = {
  path: string;
  siteUrl: string;
  breadcrumbs: readonly Breadcrumb[];
  /** The address of the page's share image. */
  image: string;
};

const pageTypes: Partial<Record<Page['layout'], string>> = {
  contact: 'ContactPage',
  overview: 'CollectionPage',
};

/** Pages about the company itself; on others its name is enough. */
const companyPaths = ['/', '/company', '/company/about', '/company/contact'];

function organization({ path, siteUrl }: PageContext): JsonLd {
  const known = {
    '@type': 'Organization',
    '@id': absoluteUrl('/#organization', siteUrl),
    name: site.name,
    url: absoluteUrl('/', siteUrl),
    logo: absoluteUrl(site.logo, siteUrl),
  };
  if (!companyPaths.includes(path)) return known;
  const { email, phone, address } = site.contact;
  const profiles = (site.socials as readonly { url: string }[]).map(({ url }) => url);
  return {
    ...known,
    description: site.description,
    slogan: site.slogan,
    email,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postalCode,
      addressCountry: address.country,
    },
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

const describeCompany = (siteUrl: string): JsonLd => ({
  '@id': absoluteUrl('/#organization', siteUrl),
});

const website = (siteUrl: string): JsonLd => ({
  '@type': 'WebSite',
  '@id': absoluteUrl('/#website', siteUrl),
  name: site.name,
  url: absoluteUrl('/', siteUrl),
  publisher: describeCompany(siteUrl),
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: absoluteUrl('/search?q={search_term_string}', siteUrl),
    },
    'query-input': 'required name=search_term_string',
  },
});

function breadcrumbList({ path, siteUrl, breadcrumbs }: PageContext): JsonLd[] {
  const steps = breadcrumbs.filter((step) => step.isLink || step.path === path);
  if (steps.length < 2) return [];
  const items = steps.map((step, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: step.label,
    item: absoluteUrl(step.path, siteUrl),
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement: items }];
}

function webPage({ title, description, layout, updated }: PageFacts, place: PageContext): JsonLd {
  return {
    '@type': pageTypes[layout] ?? 'WebPage',
    name: title,
    description,
    url: absoluteUrl(place.path, place.siteUrl),
    isPartOf: { '@id': absoluteUrl('/#website', place.siteUrl) },
    ...(updated && { dateModified: updated }),
  };
}

function faqPage(questions: PageFacts['questions']): JsonLd[] {
  if (!questions?.length) return [];
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [{ '@type': 'FAQPage', mainEntity }];
}

const toKeywords = (names: readonly string[]) => ({ keywords: names.join(', ') });

/** The thing that the page describes, for layouts that describe one. */
function subject(page: PageFacts, { path, siteUrl, image }: PageContext): JsonLd[] {
  const { title, description, published, updated, tags = [], technologies = [] } = page;
  const url = absoluteUrl(path, siteUrl);
  const company = describeCompany(siteUrl);
  const about = { name: title, description, url };
  if (page.layout === 'service' || page.layout === 'solution')
    return [
      {
        '@type': 'Service',
        ...about,
        provider: company,
        serviceType: title,
        ...(page.deliverables && { serviceOutput: page.deliverables.map(thing) }),
      },
    ];
  if (page.layout === 'project')
    return [
      {
        '@type': 'CreativeWork',
        ...about,
        creator: company,
        genre: page.kind,
        image,
        ...toKeywords(technologies),
      },
    ];
  if (page.layout !== 'article' || !published) return [];
  return [
    {
      '@type': 'BlogPosting',
      headline: title,
      description,
      url,
      mainEntityOfPage: url,
      image,
      author: page.person ? toPerson(page.person, siteUrl) : company,
      publisher: company,
      datePublished: published,
      dateModified: updated ?? published,
      inLanguage: 'en',
      ...toKeywords(tags),
    },
  ];
}

const toPerson = ({ id, name, role }: NonNullable<Signed['person']>, siteUrl: string): JsonLd => ({
  '@type': 'Person',
  name,
  jobTitle: role,
  url: absoluteUrl(personPath(id), siteUrl),
  worksFor: describeCompany(siteUrl),
});

const thing = (name: string): JsonLd => ({ '@type': 'Thing', name });

/** The graph of a page; `more` comes from its frontmatter and components. */
export const structuredData = (
  page: PageFacts,
  place: PageContext,
  more: readonly JsonLd[],
): JsonLd => ({
  '@context': 'https://schema.org',
  '@graph': [
    organization(place),
    website(place.siteUrl),
    webPage(page, place),
    ...breadcrumbList(place),
    ...subject(page, place),
    ...faqPage(page.questions),
    ...more,
  ],
});

/** Escaped for a script element: it can neither end the element nor open a comment. */
export const printJsonLd = (data: JsonLd): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
