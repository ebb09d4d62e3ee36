import { actions } from '../../../actions/index.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import { formOutcome } from '../../parts/form/refusal.ts';
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
  { path: '/brands/:brand/collecting/reader', who: 'editor', post: saveReader },
];

async function saveReader(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const model = form.get('model')?.trim() || undefined;
  return await formOutcome(
    visit.act(actions.set_reader, { reader: form.get('reader') ?? '', model }),
    () => redirect(visit.address('collecting')),
    async (refusal) => await collectingPage(visit, refusal),
  );
}

async function saveCeilings(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const [usd_per_day, calls_per_day] = ['usd_per_day', 'calls_per_day'].map((name) =>
    amountIn(form.get(name)),
  );
  return await formOutcome(
    visit.act(actions.set_ceilings, { usd_per_day, calls_per_day }),
    () => redirect(visit.address('collecting')),
    async (refusal) => await collectingPage(visit, refusal),
  );
}

/** A form's amount: null if empty; a text that is no plain number stays, for the refusal. */
function amountIn(text: string | null): number | string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  return /^\d{1,9}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
