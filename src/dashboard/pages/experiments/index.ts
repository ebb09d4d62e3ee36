import { SightlineError } from '../../../domain/errors.ts';
import { readExperiment } from '../../../pipeline/declare/experiment-request.ts';
import { registerExperiment, withdrawExperiment } from '../../../pipeline/declare/experiments.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { experimentDeps, ofBrand, requestIn, reviewPage } from './experiment-form.ts';
import { experimentPage, listPage } from './experiments-page.ts';

/** Lists, registers, and withdraws experiments. */
export const experimentRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/experiments',
    who: 'viewer',
    whoPosts: 'editor',
    takesLongText: true,
    get: async (visit) => {
      const id = visit.query.get('experiment');
      return id === null
        ? await listPage(visit, new URLSearchParams(), null)
        : await experimentPage(visit, id, null);
    },
    does: ['review', 'edit', 'register', 'withdraw'],
    post: async (visit, form) =>
      form.get('do') === 'withdraw' ? await withdrawn(visit, form) : await posted(visit, form),
  },
];

/** `do`: `review`, `edit`, or `register`. */
async function posted(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  if (form.get('do') === 'edit') return await listPage(visit, form, null);
  try {
    const request = readExperiment(requestIn(form));
    if (form.get('do') !== 'register') return await reviewPage(visit, form, request);
    const { registered } = await registerExperiment(experimentDeps(visit), ofBrand(visit), request);
    return redirect(visit.address('experiments', { experiment: registered.id }));
  } catch (error) {
    return await listPage(visit, form, refusalIn(error));
  }
}

async function withdrawn(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const id = form.get('experiment') ?? '';
  try {
    await withdrawExperiment(experimentDeps(visit), ofBrand(visit), id, form.get('because') ?? '');
    return redirect(visit.address('experiments', { experiment: id }));
  } catch (error) {
    return await experimentPage(visit, id, refusalIn(error));
  }
}

/** The message of an error that the user can fix; rethrows others. */
function refusalIn(error: unknown): string {
  if (error instanceof SightlineError && ['invalid_argument', 'conflict'].includes(error.code))
    return error.message;
  throw error;
}
