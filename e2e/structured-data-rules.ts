// Rules for the types of structured data that pages use: https://schema.org, and the properties
// that Google requires for search results.
type Node = Record<string, unknown>;

const required: Record<string, readonly string[]> = {
  Organization: ['@id', 'name', 'url', 'logo'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressCountry'],
  WebSite: ['@id', 'name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  WebPage: ['name', 'description', 'url', 'isPartOf'],
  AboutPage: ['name', 'description', 'url', 'isPartOf'],
  CollectionPage: ['name', 'description', 'url', 'isPartOf'],
  ContactPage: ['name', 'description', 'url', 'isPartOf'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Service: ['name', 'description', 'provider', 'serviceType', 'url'],
  Thing: ['name'],
  CreativeWork: ['name', 'description', 'creator', 'url'],
  SoftwareSourceCode: ['name', 'description', 'creator', 'url', 'programmingLanguage'],
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Product: ['name', 'description', 'offers'],
  Offer: ['price', 'priceCurrency'],
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isFilled = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The problems of a node and its children; a node with only an `@id` is a reference. */
export function findProblems(node: Node): string[] {
  const inside = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((one) => findProblems(one));
  if (Object.keys(node).join() === '@id') return inside;
  const type = String(node['@type']);
  const requiredFields = required[type];
  if (!requiredFields) return [`the type ${type} is not known`, ...inside];
  const missing = requiredFields.filter((name) => !isFilled(node[name]));
  return [...missing.map((name) => `${type} lacks ${name}`), ...inside];
}
