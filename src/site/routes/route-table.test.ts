import { describe, expect, it } from 'vitest';
import type { Route } from './route.ts';
import {
  buildSitemap,
  fillPath,
  findRoute,
  groupMenus,
  isActivePath,
  isProtectedPath,
  listBreadcrumbs,
  menuDefaults,
  pickSections,
  projectPath,
  routeTable,
  toTitle,
  withPrefix,
} from './route-table.ts';

const route = (path: string, rest: Partial<Route> = {}): Route => ({
  path,
  label: `Label of ${path}`,
  description: `What ${path} says`,
  ...rest,
});

const routes = [
  route('/'),
  route('/services'),
  route('/services/design'),
  route('/services/testing'),
  route('/projects'),
  route('/projects/:slug'),
  route('/terms'),
  route('/404', { isHidden: true, isHiddenInSitemap: true }),
  route('/dashboard', { isProtected: true, isHidden: true }),
  route('/dashboard/keys/:id', { isProtected: true, isHidden: true }),
];

describe('the table', () => {
  it('has unique addresses with labels and descriptions', () => {
    const paths = routeTable.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(routeTable.filter(({ label, description }) => !(label && description))).toEqual([]);
  });

  it('contains the pages in content/ and the screens; the dashboard is protected', () => {
    for (const path of ['/', '/services', '/company/contact', '/sitemap', '/auth'])
      expect(isProtectedPath(path), path).toBe(false);
    for (const path of ['/dashboard', '/dashboard/profile', '/dashboard/sessions'])
      expect(isProtectedPath(path), path).toBe(true);
  });
});

describe('withPrefix', () => {
  it('adds a prefix and keeps the other fields', () => {
    const grouped = withPrefix('/docs', [route('/'), route('/api', { isHidden: true })]);
    expect(grouped.map(({ path }) => path)).toEqual(['/docs', '/docs/api']);
    expect(grouped[1]).toMatchObject({ label: 'Label of /api', isHidden: true });
  });
});

describe('fillPath', () => {
  it('fills parameters as single segments', () => {
    expect(fillPath('/a/:id/b/:name', { id: 7, name: 'x/y z' })).toBe('/a/7/b/x%2Fy%20z');
    expect(fillPath('/plain', {})).toBe('/plain');
  });

  it('throws on a missing or empty parameter', () => {
    expect(() => fillPath('/a/:id', {})).toThrow(/"id"/);
    expect(() => fillPath('/a/:id', { id: '' })).toThrow(/"id"/);
  });
});

describe('projectPath', () => {
  it('writes the slug in lower case', () => {
    expect(projectPath('Django-CFG')).toBe('/projects/django-cfg');
  });
});

describe('findRoute', () => {
  it('prefers an exact address to one with a parameter', () => {
    const some = [route('/projects/:slug'), route('/projects/new')];
    expect(findRoute('/projects/new', some)?.path).toBe('/projects/new');
    expect(findRoute('/projects/casino-app', some)?.path).toBe('/projects/:slug');
  });

  it('finds nothing for other lengths, other segments and unknown addresses', () => {
    for (const path of ['/projects/a/b', '/project/a', '/nowhere'])
      expect(findRoute(path, routes), path).toBeUndefined();
  });
});

describe('isProtectedPath', () => {
  it('depends on the flag only, also with parameters', () => {
    expect(isProtectedPath('/dashboard/keys/7', routes)).toBe(true);
    expect(isProtectedPath('/services', routes)).toBe(false);
    expect(isProtectedPath('/dashboard/unknown', routes)).toBe(false);
  });
});

describe('isActivePath', () => {
  it('is true only for the same address', () => {
    expect(isActivePath('/services', '/services')).toBe(true);
    expect(isActivePath('/services/design', '/services')).toBe(false);
  });
});

describe('toTitle', () => {
  it('turns a segment into words and capitalises the first', () => {
    expect(toTitle('custom-software')).toBe('Custom software');
  });
});

describe('breadcrumbsOf', () => {
  it('has one entry per segment with the label of its route; the last is not a link', () => {
    expect(listBreadcrumbs('/services/design', routes)).toEqual([
      { path: '/', label: 'Label of /', isLink: true },
      { path: '/services', label: 'Label of /services', isLink: true },
      { path: '/services/design', label: 'Label of /services/design', isLink: false },
    ]);
  });

  it('labels segments without a page by their words and does not link them', () => {
    const [, second] = listBreadcrumbs('/case-studies/one', routes);
    expect(second).toEqual({ path: '/case-studies', label: 'Case studies', isLink: false });
  });

  it('is only the home page on the home page', () => {
    expect(listBreadcrumbs('/', routes)).toEqual([
      { path: '/', label: 'Label of /', isLink: false },
    ]);
  });
});

describe('groupMenus', () => {
  it('groups by the first segment; routes without one are in the default group', () => {
    const titles = groupMenus(routes).map(({ group, title, items }) => [
      group,
      title,
      items.length,
    ]);
    expect(titles).toEqual([
      ['main', 'Main', 1],
      ['services', 'Services', 3],
      ['projects', 'Projects', 1],
      ['terms', 'Terms', 1],
    ]);
  });

  it('leaves out hidden routes and those with parameters', () => {
    const paths = groupMenus(routes).flatMap(({ items }) => items.map(({ path }) => path));
    expect(paths).not.toContain('/404');
    expect(paths).not.toContain('/projects/:slug');
  });

  it('limits sections to 10 items by default, and accepts another default group', () => {
    const many = Array.from({ length: 12 }, (_, index) => route(`/solutions/s${index}`));
    expect(menuDefaults).toEqual({ itemsMax: 10, defaultGroup: 'main' });
    expect(groupMenus(many)[0]?.items).toHaveLength(10);
    expect(groupMenus(many, { itemsMax: 3 })[0]?.items).toHaveLength(3);
    expect(groupMenus([route('/')], { defaultGroup: 'start' })[0]?.title).toBe('Start');
  });
});

describe('pickSections', () => {
  it('returns sections in the given order and skips those without pages', () => {
    const picked = pickSections(groupMenus(routes), ['projects', 'industries', 'services']);
    expect(picked.map(({ group }) => group)).toEqual(['projects', 'services']);
  });
});

describe('buildSitemap', () => {
  it('has categories with name, description and paths, and counts pages and categories', () => {
    const { categories, totalPages, totalCategories } = buildSitemap(routes, 'The rest.');
    expect(categories).toEqual([
      { name: 'Main', description: 'The rest.', routePaths: ['/', '/projects', '/terms'] },
      {
        name: 'Services',
        description: 'What /services says',
        routePaths: ['/services', '/services/design', '/services/testing'],
      },
    ]);
    expect([totalPages, totalCategories]).toEqual([6, 2]);
  });

  it('leaves out hidden and protected routes and those with parameters, but not those hidden in menus', () => {
    const some = [route('/a', { isHidden: true }), route('/b', { isProtected: true })];
    expect(buildSitemap([...some, ...routes.slice(5, 6)])).toMatchObject({ totalPages: 1 });
    expect(buildSitemap([])).toEqual({ categories: [], totalPages: 0, totalCategories: 0 });
  });

  it('counts every public page of content/', () => {
    const { categories, totalPages } = buildSitemap();
    expect(categories.flatMap(({ routePaths }) => routePaths)).toHaveLength(totalPages);
    expect(totalPages).toBeGreaterThan(15);
  });
});
