import { actions } from '../../../actions/index.ts';
import { applyDeclared } from '../../../pipeline/declare/apply/apply.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { askNow, askPage } from './ask-page.ts';
import { collectingPage } from './collecting-page.ts';
import { planPage } from './plan-page.ts';

/** Collecting, its plan, and its actions. */
export const collectingRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/collecting', who: 'viewer', get: async (visit) => await collectingPage(visit) },
  { path: '/brands/:brand/collecting/plan', who: 'viewer', get: async (visit) => await planPage(visit) },
  {
    path: '/brands/:brand/collecting/ask',
    who: 'editor',
    get: async (visit) => await askPage(visit),
    post: askNow,
  },
  {
    path: '/brands/:brand/collecting/retry',
    who: 'editor',
    post: async (visit, form) => {
      await visit.act(actions.retry_engine, { engine: form.get('engine') ?? '' });
      return redirect(visit.address('collecting'));
    },
  },
  { path: '/brands/:brand/collecting/ceilings', who: 'operator', post: saveCeilings },
];

async function saveCeilings(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const usd = amountOf(form.get('usd_per_day'), /^\d{1,6}(\.\d{1,6})?$/);
  const calls = amountOf(form.get('calls_per_day'), /^\d{1,9}$/);
  if (usd === undefined)
    return await collectingPage(visit, 'Enter dollars a day as a number, such as 20 or 12.50.');
  if (calls === undefined) return await collectingPage(visit, 'Enter calls a day as a whole number.');
  const { organizationName: name, organizationId } = visit.caller;
  const collect = { usd_per_day: usd, calls_per_day: calls };
  await applyDeclared(visit.deps, [{ name, collect }], { scope: visit.scopeIn(organizationId) });
  return redirect(visit.address('collecting'));
}

/** A form's amount: null if empty, undefined if invalid. */
function amountOf(text: string | null, pattern: RegExp): number | null | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  return pattern.test(trimmed) ? Number(trimmed) : undefined;
}
