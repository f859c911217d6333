// What search engines read about the company and a page, in the words of schema.org.
import site from '#content/site.json' with { type: 'json' };
import { absoluteUrl, type JsonLd } from './meta.ts';
import type { Page, PageOf } from './page-schema.ts';
import type { Breadcrumb } from './route-table.ts';

type Common = Pick<Page, 'title' | 'description' | 'updated' | 'questions'>;
type Special = Pick<PageOf<'article'>, 'published' | 'tags'> &
  Pick<PageOf<'service'>, 'deliverables'> &
  Pick<PageOf<'project'>, 'kind' | 'technologies'>;
type PageFacts = Common & { layout: Page['layout'] } & Partial<Special>;
type Place = {
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

/** Where the company itself is the subject; elsewhere its name is enough. */
const companyPaths = ['/', '/company', '/company/about', '/company/contact'];

function organization({ path, siteUrl }: Place): JsonLd {
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

const companyOf = (siteUrl: string): JsonLd => ({
  '@id': absoluteUrl('/#organization', siteUrl),
});

const website = (siteUrl: string): JsonLd => ({
  '@type': 'WebSite',
  '@id': absoluteUrl('/#website', siteUrl),
  name: site.name,
  url: absoluteUrl('/', siteUrl),
  publisher: companyOf(siteUrl),
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: absoluteUrl('/search?q={search_term_string}', siteUrl),
    },
    'query-input': 'required name=search_term_string',
  },
});

function breadcrumbList({ path, siteUrl, breadcrumbs }: Place): JsonLd[] {
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

function webPage({ title, description, layout, updated }: PageFacts, place: Place): JsonLd {
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

const keywordsOf = (names: readonly string[]) => ({ keywords: names.join(', ') });

/** What the page is about, where its layout says that it is a thing of its own. */
function subject(page: PageFacts, { path, siteUrl, image }: Place): JsonLd[] {
  const { title, description, published, updated, tags = [], technologies = [] } = page;
  const url = absoluteUrl(path, siteUrl);
  const company = companyOf(siteUrl);
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
        ...keywordsOf(technologies),
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
      author: company,
      publisher: company,
      datePublished: published,
      dateModified: updated ?? published,
      inLanguage: 'en',
      ...keywordsOf(tags),
    },
  ];
}

const thing = (name: string): JsonLd => ({ '@type': 'Thing', name });

/** Everything that one page says, as one graph; `more` comes from its head and its components. */
export const structuredData = (page: PageFacts, place: Place, more: readonly JsonLd[]): JsonLd => ({
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

/** For a script element: nothing in it can end that element or open a comment. */
export const printJsonLd = (data: JsonLd): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
