import {
  index,
  layout,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes';
import { type ContentPage, listContentPages, notFoundUrl } from './site/pages.ts';
import { listViews } from './site/views.ts';

const pages = listContentPages();

/** The frame of each layout that a page's head may name; `plain` has none. */
const frames: Record<Exclude<ContentPage['page']['layout'], 'plain'>, string> = {
  prose: 'site/ProseLayout.tsx',
  contact: 'site/ContactLayout.tsx',
  search: 'site/search/SearchLayout.tsx',
  overview: 'site/families/OverviewLayout.tsx',
  service: 'site/families/ServiceLayout.tsx',
  industry: 'site/families/IndustryLayout.tsx',
  solution: 'site/families/SolutionLayout.tsx',
  project: 'site/families/ProjectLayout.tsx',
  article: 'site/families/ArticleLayout.tsx',
};

const inLayout = (name: ContentPage['page']['layout']) =>
  pages.filter(({ page }) => page.layout === name).map(pageRoute);

/** The page for unknown addresses stands on the splat alone: there it hydrates at any address. */
function pageRoute({ url, file }: ContentPage): RouteConfigEntry {
  const source = `../content/${file}`;
  const id = `content/${file}`;
  if (url === '/') return index(source, { id });
  return route(url === notFoundUrl ? '*' : url.slice(1), source, { id });
}

/**
 * Pages that no file holds, in the frame of their overview. Each is a route of its own: a pattern
 * would take addresses that have no page away from the page for unknown addresses.
 */
const views = listViews().map(({ url }) => {
  const screen = url.startsWith('/blog/') ? 'TagScreen' : 'FacetScreen';
  return route(url.slice(1), `site/families/${screen}.tsx`, { id: `view${url}` });
});

/** Only where the browser's code is served from its sources: no build contains it. */
const developmentScreens =
  process.env.NODE_ENV === 'production' ? [] : [route('dev/ui', 'site/GalleryScreen.tsx')];

export default [
  layout('site/SiteLayout.tsx', [
    ...inLayout('plain'),
    ...Object.entries(frames).map(([name, file]) =>
      layout(file, [
        ...inLayout(name as keyof typeof frames),
        ...(name === 'overview' ? views : []),
      ]),
    ),
    route('auth', 'areas/accounts/ui/SignIn.tsx'),
    route('c/:token', 'areas/customs/ui/SharedScreen.tsx'),
  ]),
  layout('dashboard/DashboardLayout.tsx', [
    route('dashboard', 'dashboard/Overview.tsx'),
    route('dashboard/profile', 'areas/accounts/ui/Profile.tsx'),
    route('dashboard/sessions', 'areas/accounts/ui/Sessions.tsx'),
    route('dashboard/keys', 'areas/billing/ui/keys/Keys.tsx'),
    route('dashboard/usage', 'areas/billing/ui/usage/UsageScreen.tsx'),
    route('dashboard/plan', 'areas/billing/ui/plan/Plan.tsx'),
    route('dashboard/wallet', 'areas/payments/ui/Wallet.tsx'),
    route('dashboard/wallet/add', 'areas/payments/ui/AddMoney.tsx'),
    route('dashboard/payments', 'areas/payments/ui/PaymentsScreen.tsx'),
    route('dashboard/payments/:uuid', 'areas/payments/ui/PaymentScreen.tsx'),
    route('dashboard/customs', 'areas/customs/ui/CustomsScreen.tsx'),
    route('dashboard/customs/vehicle', 'areas/customs/ui/VehicleScreen.tsx'),
    route('dashboard/customs/goods', 'areas/customs/ui/GoodsScreen.tsx'),
    route('dashboard/customs/compare', 'areas/customs/ui/CompareScreen.tsx'),
    route('dashboard/customs/:kind/:id', 'areas/customs/ui/CalculationScreen.tsx'),
    route('dashboard/convert', 'areas/customs/ui/ConvertScreen.tsx'),
    route('dashboard/proxy', 'areas/proxy/ui/Resources.tsx'),
    route('dashboard/proxy/:name', 'areas/proxy/ui/ResourceScreen.tsx'),
    route('dashboard/support', 'areas/support/ui/TicketsScreen.tsx'),
    route('dashboard/support/new', 'areas/support/ui/NewTicketScreen.tsx'),
    route('dashboard/support/:uuid', 'areas/support/ui/TicketScreen.tsx'),
    route('dashboard/speech', 'areas/speech/ui/SpeechScreen.tsx'),
    route('dashboard/*', 'dashboard/UnknownScreen.tsx'),
  ]),
  layout('console/ConsoleLayout.tsx', [
    route('admin', 'areas/staff/ui/StaffOverview.tsx'),
    route('admin/leads', 'areas/leads/ui/staff/Leads.tsx'),
    route('admin/leads/:id', 'areas/leads/ui/staff/LeadScreen.tsx'),
    route('admin/tickets', 'areas/support/ui/staff/TicketInbox.tsx'),
    route('admin/tickets/:uuid', 'console/TicketRoute.tsx'),
    route('admin/users', 'areas/staff/ui/Users.tsx'),
    route('admin/users/:id', 'console/UserRoute.tsx'),
    route('admin/payments', 'areas/payments/ui/staff/PaymentReview.tsx'),
    route('admin/payments/adjustments', 'areas/payments/ui/staff/Adjustments.tsx'),
    route('admin/payments/events', 'areas/payments/ui/staff/WebhookEvents.tsx'),
    route('admin/ledger', 'areas/staff/ui/LedgerScreen.tsx'),
    route('admin/tariffs', 'areas/billing/ui/staff/Tariffs.tsx'),
    route('admin/proxies', 'areas/proxy/ui/staff/ProxyPool.tsx'),
    route('admin/calculations/:id', 'areas/customs/ui/staff/CustomerCalculation.tsx'),
    route('admin/rule-sets', 'areas/customs/ui/staff/RuleSets.tsx'),
    route('admin/rule-sets/new', 'areas/customs/ui/staff/NewRuleSet.tsx'),
    route('admin/rule-sets/:id', 'areas/customs/ui/staff/RuleSetScreen.tsx'),
    route('admin/system', 'areas/staff/ui/System.tsx'),
    route('admin/system/jobs/:queue', 'areas/staff/ui/FailedJobs.tsx'),
    route('admin/system/mails', 'areas/staff/ui/Mails.tsx'),
    route('admin/system/rates', 'areas/staff/ui/Rates.tsx'),
    route('admin/system/features', 'areas/staff/ui/Features.tsx'),
    route('admin/audit', 'areas/staff/ui/AuditLog.tsx'),
    route('admin/audit/views', 'areas/staff/ui/AccountViews.tsx'),
    route('admin/*', 'console/UnknownScreen.tsx'),
  ]),
  ...developmentScreens,
] satisfies RouteConfig;
