import { type ContentPage, listContentPages, notFoundUrl } from './site/pages/content-pages.ts';
import { listGeneratedPages } from './site/pages/generated-pages.ts';
import { index, layout, route, type ScreenRoute } from './site/routes/screen-routes.ts';

const pages = listContentPages();

/** The file of each layout that frontmatter may name; `plain` has none. */
const layoutFiles: Record<Exclude<ContentPage['page']['layout'], 'plain'>, string> = {
  prose: 'site/page-layouts/ProseLayout.tsx',
  contact: 'site/page-layouts/ContactLayout.tsx',
  search: 'site/search/SearchLayout.tsx',
  overview: 'site/page-layouts/OverviewLayout.tsx',
  service: 'site/page-layouts/ServiceLayout.tsx',
  industry: 'site/page-layouts/IndustryLayout.tsx',
  solution: 'site/page-layouts/SolutionLayout.tsx',
  project: 'site/projects/ProjectLayout.tsx',
  article: 'site/blog/ArticleLayout.tsx',
};

const inLayout = (name: ContentPage['page']['layout']) =>
  pages.filter(({ page }) => page.layout === name).map(pageRoute);

/** The page for unknown addresses is only on the splat route, where it hydrates at any address. */
function pageRoute({ url, file }: ContentPage): ScreenRoute {
  const source = `../content/${file}`;
  if (url === '/') return index(source);
  return route(url === notFoundUrl ? '*' : url.slice(1), source);
}

const isReferencePage = ({ url }: { url: string }) => /^\/docs\/(api|errors)(\/|$)/.test(url);

const isVehiclePage = ({ url }: { url: string }) => url.startsWith('/customs/');

/** They have no layout but that of the site. */
const vehiclePages = listGeneratedPages()
  .filter(isVehiclePage)
  .map(({ url }) => route(url.slice(1), 'site/customs/VehiclePageScreen.tsx'));

/**
 * Generated pages, in the layout of their overview. Each is a route of its own: a pattern would
 * also match addresses without a page, which belong to the page for unknown addresses.
 */
const generatedPages = listGeneratedPages()
  .filter((page) => !isVehiclePage(page) && !isReferencePage(page))
  .map(({ url }) => {
    const file = url.startsWith('/blog/') ? 'blog/TagScreen.tsx' : 'projects/FacetScreen.tsx';
    return route(url.slice(1), `site/${file}`);
  });

/** In development only. */
const developmentScreens =
  process.env.NODE_ENV === 'production' ? [] : [route('dev/ui', 'site/routes/GalleryScreen.tsx')];

export default [
  layout('site/layout/SiteLayout.tsx', [
    ...inLayout('plain'),
    ...vehiclePages,
    // One route for hundreds of pages: the browser ranks all routes when it starts.
    route('docs/api/*', 'site/reference/ReferenceScreen.tsx'),
    route('docs/errors/*', 'site/reference/ReferenceScreen.tsx'),
    ...Object.entries(layoutFiles).map(([name, file]) =>
      layout(file, [
        ...inLayout(name as keyof typeof layoutFiles),
        ...(name === 'overview' ? generatedPages : []),
      ]),
    ),
    route('auth', 'areas/accounts/ui/sign-in/SignIn.tsx'),
    route('oauth/authorize', 'areas/accounts/ui/apps/ConnectApp.tsx'),
    route('c/:token', 'areas/customs/ui/SharedScreen.tsx'),
  ]),
  layout('dashboard/DashboardLayout.tsx', [
    route('dashboard', 'dashboard/Overview.tsx'),
    route('dashboard/profile', 'areas/accounts/ui/profile/Profile.tsx'),
    route('dashboard/sessions', 'areas/accounts/ui/sessions/Sessions.tsx'),
    route('dashboard/assistants', 'areas/accounts/ui/apps/Assistants.tsx'),
    route('dashboard/keys', 'areas/billing/ui/keys/Keys.tsx'),
    route('dashboard/webhooks', 'areas/webhooks/ui/endpoints/Webhooks.tsx'),
    route('dashboard/webhooks/:id', 'areas/webhooks/ui/endpoints/EndpointScreen.tsx'),
    route('dashboard/usage', 'areas/billing/ui/usage/UsageScreen.tsx'),
    route('dashboard/plan', 'areas/billing/ui/plan/Plan.tsx'),
    route('dashboard/wallet', 'areas/payments/ui/wallet/Wallet.tsx'),
    route('dashboard/wallet/add', 'areas/payments/ui/top-up/AddMoney.tsx'),
    route('dashboard/wallet/withdraw', 'areas/payments/ui/withdrawals/Withdraw.tsx'),
    route('dashboard/wallet/payment-methods', 'areas/payments/ui/cards/PaymentMethods.tsx'),
    route('dashboard/withdrawals', 'areas/payments/ui/withdrawals/WithdrawalsScreen.tsx'),
    route('dashboard/withdrawals/:uuid', 'areas/payments/ui/withdrawals/WithdrawalScreen.tsx'),
    route('dashboard/payments', 'areas/payments/ui/payments/PaymentsScreen.tsx'),
    route('dashboard/payments/:uuid', 'areas/payments/ui/payments/PaymentScreen.tsx'),
    route('dashboard/invoices', 'areas/invoices/ui/invoices/InvoicesScreen.tsx'),
    route('dashboard/invoices/:number', 'areas/invoices/ui/invoices/InvoiceScreen.tsx'),
    route('dashboard/billing-profile', 'areas/invoices/ui/profile/BillingProfileScreen.tsx'),
    route('dashboard/customs', 'areas/customs/ui/CustomsScreen.tsx'),
    route('dashboard/customs/vehicle', 'areas/customs/ui/VehicleScreen.tsx'),
    route('dashboard/customs/goods', 'areas/customs/ui/GoodsScreen.tsx'),
    route('dashboard/customs/compare', 'areas/customs/ui/CompareScreen.tsx'),
    route('dashboard/customs/embed', 'areas/customs/ui/embed/EmbedScreen.tsx'),
    route('dashboard/customs/batches', 'areas/customs/ui/batches/BatchesScreen.tsx'),
    route('dashboard/customs/tariff', 'areas/customs/ui/tariffs/TariffScreen.tsx'),
    route('dashboard/customs/tariff/:code', 'areas/customs/ui/tariffs/TariffCodeScreen.tsx'),
    route('dashboard/customs/:kind/:id', 'areas/customs/ui/CalculationScreen.tsx'),
    route('dashboard/convert', 'areas/customs/ui/ConvertScreen.tsx'),
    route('dashboard/proxy', 'areas/proxy/ui/resources/Resources.tsx'),
    route('dashboard/proxy/:name', 'areas/proxy/ui/resources/ResourceScreen.tsx'),
    route('dashboard/support', 'areas/support/ui/tickets/TicketsScreen.tsx'),
    route('dashboard/support/new', 'areas/support/ui/new-ticket/NewTicketScreen.tsx'),
    route('dashboard/support/:uuid', 'areas/support/ui/tickets/TicketScreen.tsx'),
    route('dashboard/speech', 'areas/speech/ui/SpeechScreen.tsx'),
    route('dashboard/*', 'dashboard/UnknownScreen.tsx'),
  ]),
  layout('console/ConsoleLayout.tsx', [
    route('admin', 'console/TodayRoute.tsx'),
    route('admin/leads', 'areas/leads/ui/staff/Leads.tsx'),
    route('admin/leads/:id', 'areas/leads/ui/staff/LeadScreen.tsx'),
    route('admin/tickets', 'areas/support/ui/staff/TicketInbox.tsx'),
    route('admin/tickets/mails', 'areas/support/ui/staff/UnattachedMails.tsx'),
    route('admin/tickets/:uuid', 'console/TicketRoute.tsx'),
    route('admin/users', 'areas/staff/ui/users/Users.tsx'),
    route('admin/users/:id', 'console/UserRoute.tsx'),
    route('admin/apps', 'areas/accounts/ui/staff/Apps.tsx'),
    route('admin/apps/:id', 'areas/accounts/ui/staff/AppScreen.tsx'),
    route('admin/payments', 'areas/payments/ui/staff/PaymentReview.tsx'),
    route('admin/payments/adjustments', 'areas/payments/ui/staff/adjustments/Adjustments.tsx'),
    route('admin/payments/withdrawals', 'areas/payments/ui/staff/withdrawals/Withdrawals.tsx'),
    route(
      'admin/payments/withdrawals/:uuid',
      'areas/payments/ui/staff/withdrawals/WithdrawalRecord.tsx',
    ),
    route('admin/payments/missed-periods', 'console/MissedPeriodsRoute.tsx'),
    route('admin/payments/clearing', 'areas/payments/ui/staff/clearing/ClearingDays.tsx'),
    route('admin/payments/clearing/:day', 'areas/payments/ui/staff/clearing/ClearingDay.tsx'),
    route('admin/payments/bank', 'areas/payments/ui/staff/clearing/BankLines.tsx'),
    route('admin/payments/events', 'areas/payments/ui/staff/WebhookEvents.tsx'),
    route('admin/ledger/journals/:id', 'areas/staff/ui/system/JournalScreen.tsx'),
    route('admin/invoices', 'areas/invoices/ui/staff/Invoices.tsx'),
    route('admin/invoices/:number', 'areas/invoices/ui/staff/StaffInvoiceScreen.tsx'),
    route('admin/ledger', 'areas/staff/ui/system/LedgerScreen.tsx'),
    route('admin/figures', 'areas/figures/ui/staff/Revenue.tsx'),
    route('admin/figures/customers', 'areas/figures/ui/staff/Customers.tsx'),
    route('admin/figures/usage', 'areas/figures/ui/staff/UsageFigures.tsx'),
    route('admin/figures/failed', 'areas/figures/ui/staff/FailedPayments.tsx'),
    route('admin/figures/renewals', 'areas/figures/ui/staff/ShortBalances.tsx'),
    route('admin/tariffs', 'areas/billing/ui/staff/Tariffs.tsx'),
    route('admin/proxies', 'areas/proxy/ui/staff/ProxyPool.tsx'),
    route('admin/calculations/:id', 'areas/customs/ui/staff/calculations/CustomerCalculation.tsx'),
    route('admin/customs-tariffs', 'areas/customs/ui/staff/tariffs/Tariffs.tsx'),
    route('admin/customs-tariffs/:id', 'areas/customs/ui/staff/tariffs/TariffsVersion.tsx'),
    route('admin/rule-sets', 'areas/customs/ui/staff/rule-sets/RuleSets.tsx'),
    route('admin/rule-sets/new', 'areas/customs/ui/staff/rule-sets/NewRuleSet.tsx'),
    route('admin/rule-sets/sources', 'areas/customs/ui/staff/rule-sets/RuleSources.tsx'),
    route('admin/rule-sets/:id', 'areas/customs/ui/staff/rule-sets/RuleSetScreen.tsx'),
    route('admin/incidents', 'areas/status/ui/staff/Incidents.tsx'),
    route('admin/incidents/:id', 'areas/status/ui/staff/IncidentScreen.tsx'),
    route('admin/system', 'areas/staff/ui/system/System.tsx'),
    route('admin/system/jobs/:queue', 'areas/staff/ui/system/FailedJobs.tsx'),
    route('admin/system/mails', 'areas/staff/ui/system/Mails.tsx'),
    route('admin/system/rates', 'areas/staff/ui/system/Rates.tsx'),
    route('admin/system/features', 'areas/staff/ui/system/Features.tsx'),
    route('admin/audit', 'areas/staff/ui/audit/AuditLog.tsx'),
    route('admin/audit/views', 'areas/staff/ui/impersonations/Impersonations.tsx'),
    route('admin/*', 'console/UnknownScreen.tsx'),
  ]),
  ...developmentScreens,
] satisfies ScreenRoute[];
