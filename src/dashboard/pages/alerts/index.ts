import type { PageRoute } from '../../route.ts';
import { alertPageRoutes } from './alert-page.ts';
import { alertListRoutes } from './alerts-page.ts';
import { comparisonRoutes } from './comparisons-page.ts';

/** Alerts and comparisons. */
export const alertRoutes: readonly PageRoute[] = [
  ...alertListRoutes,
  ...alertPageRoutes,
  ...comparisonRoutes,
];
