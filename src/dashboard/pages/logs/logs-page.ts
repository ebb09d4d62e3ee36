import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { bytesOfUpload, withUpload } from '../../../pipeline/tasks/upload.ts';
import { recognized } from '../../../pipeline/traffic/given-files.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import { formOutcome } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Upload, Visit } from '../../visit/visit.ts';
import { figuresAddress, figuresRoute, mappingIn, type StoredFigures } from './figures-page.ts';
import { logsPage } from './logs-view.ts';

/** Takes logs and figures as files, and the address that takes logs in batches. */
export const logRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/logs',
    who: 'viewer',
    whoPosts: 'editor',
    takesFiles: true,
    get: async (visit) => await logsPage(visit, {}),
    post: async (visit) => {
      let mapping = '';
      const noteMapping = (typed: string) => {
        mapping = typed;
      };
      return await formOutcome(
        startAll(visit, noteMapping),
        ({ started, figures }) =>
          redirect(
            figures.length > 0
              ? figuresAddress(visit, figures)
              : visit.address('logs', { done: started === 1 ? 'file' : 'files' }),
          ),
        async (refusal) => await logsPage(visit, { refusal, mapping }),
      );
    },
  },
  figuresRoute,
  {
    path: '/brands/:brand/logs/address',
    who: 'editor',
    does: ['set', 'remove'],
    post: async (visit, form) =>
      await formOutcome(
        changeAddress(visit, form.get('do') === 'remove'),
        (outcome) => outcome,
        async (refusal) => await logsPage(visit, { refusal }),
      ),
  },
];

/** What came of a form's files. */
interface Started {
  /** Logs that are read now. */
  readonly started: number;
  /** Files with figures, to show before they are stored. */
  readonly figures: readonly StoredFigures[];
}

/** Starts a task per log. @throws SightlineError `invalid_file` without a file, and for the first one that is refused */
async function startAll(visit: Visit, noteMapping: (typed: string) => void): Promise<Started> {
  let started = 0;
  const figures: StoredFigures[] = [];
  for await (const upload of visit.uploads()) {
    noteMapping(upload.fields.get('mapping') ?? '');
    if (upload.name === '') continue;
    const found = await startOne(visit, upload);
    if (found === null) started += 1;
    else figures.push(found);
  }
  if (started + figures.length === 0) throw new SightlineError('invalid_file', 'Choose a file first.');
  return { started, figures };
}

/** @returns null if it is a log */
async function startOne(visit: Visit, { name, fields, bytes }: Upload): Promise<StoredFigures | null> {
  const mapping = mappingIn(fields);
  const isFigures = fields.get('is') === 'figures';
  return await withUpload(visit.deps, visit.brand.id, bytes, async (stored) => {
    const { upload } = stored;
    const { isGiven } = await recognized(bytesOfUpload(visit.deps.db, visit.brand.id, upload));
    if (isGiven || isFigures) return { upload, name, mapping };
    await visit.act(actions.import_log, { ...stored, name, mapping });
    return null;
  });
}

async function changeAddress(visit: Visit, isRemoval: boolean): Promise<Outcome> {
  if (isRemoval) {
    await visit.act(actions.remove_drain, {});
    return redirect(visit.address('logs', { done: 'removed' }));
  }
  const { data } = await visit.act(actions.set_drain, {});
  return await logsPage(visit, {
    made: { address: `${visit.client.origin}${data.path}`, secret: data.secret },
  });
}
