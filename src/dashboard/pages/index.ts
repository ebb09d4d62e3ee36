import type { PageRoute } from '../route.ts';
import { accountPages } from './accounts/index.ts';
import { alertSettingsRoutes } from './alert-settings.ts';
import { alertRoutes } from './alerts/index.ts';
import { failedRoutes } from './answers/failed.ts';
import { answerRoutes } from './answers/index.ts';
import { brandRoutes } from './brands/brands.ts';
import { claimRoutes } from './claims/claim-page.ts';
import { collectingRoutes } from './collecting/index.ts';
import { competitorRoutes } from './competitors/competitors.ts';
import { definitionRoutes } from './competitors/definitions-page.ts';
import { coverageRoutes } from './coverage/coverage-page.ts';
import { csvRoutes } from './csv.ts';
import { deliveryRoutes } from './delivery/delivery.ts';
import { unsubscribeRoutes } from './delivery/unsubscribe-page.ts';
import { eventRoutes } from './events/events-page.ts';
import { findRoutes } from './find.ts';
import { homeRoutes, themeRoutes } from './home.ts';
import { importRoutes } from './imports/import-page.ts';
import { reconcileRoutes } from './imports/reconcile-page.ts';
import { logRoutes } from './logs/logs-page.ts';
import { overviewRoutes } from './overview/overview.ts';
import { todoRoutes } from './overview/todo-page.ts';
import { questionRoutes } from './questions/questions-page.ts';
import { spotCheckRoutes } from './questions/spot-check-page.ts';
import { reportRoutes } from './reports/index.ts';
import { accuracyRoutes } from './said/accuracy-page.ts';
import { factRoutes } from './said/facts-page.ts';
import { saidRoutes } from './said/said-page.ts';
import { setupRoutes } from './setup/index.ts';
import { sourceRoutes } from './sources/index.ts';
import { fetchPagesRoutes } from './tasks/fetch-pages.ts';
import { rescanRoutes } from './tasks/rescan-page.ts';
import { taskRoutes } from './tasks/task-page.ts';
import { trendRoutes } from './trend/trend.ts';

export const PAGES: readonly PageRoute[] = [
  ...homeRoutes,
  ...brandRoutes,
  ...overviewRoutes,
  ...todoRoutes,
  ...trendRoutes,
  ...eventRoutes,
  ...findRoutes,
  ...themeRoutes,
  ...answerRoutes,
  ...failedRoutes,
  ...alertRoutes,
  ...claimRoutes,
  ...alertSettingsRoutes,
  ...deliveryRoutes,
  ...unsubscribeRoutes,
  ...collectingRoutes,
  ...coverageRoutes,
  ...importRoutes,
  ...logRoutes,
  ...rescanRoutes,
  ...fetchPagesRoutes,
  ...taskRoutes,
  ...questionRoutes,
  ...spotCheckRoutes,
  ...setupRoutes,
  ...accountPages,
  ...competitorRoutes,
  ...definitionRoutes,
  ...reconcileRoutes,
  ...saidRoutes,
  ...accuracyRoutes,
  ...factRoutes,
  ...sourceRoutes,
  ...reportRoutes,
  ...csvRoutes,
];
