import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { withUpload } from '../../../pipeline/tasks/upload.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import { formOutcome } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Upload, Visit } from '../../visit/visit.ts';
import { logsPage } from './logs-view.ts';

/** Takes logs as files, and the address that takes them in batches. */
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
        (started) => redirect(visit.address('logs', { done: started === 1 ? 'file' : 'files' })),
        async (refusal) => await logsPage(visit, { refusal, mapping }),
      );
    },
  },
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

/** Starts a task per file. @returns how many @throws SightlineError `invalid_file` without one, and for the first one that is refused */
async function startAll(visit: Visit, noteMapping: (typed: string) => void): Promise<number> {
  let started = 0;
  for await (const upload of visit.uploads()) {
    noteMapping(upload.fields.get('mapping') ?? '');
    if (upload.name === '') continue;
    await startOne(visit, upload);
    started += 1;
  }
  if (started === 0) throw new SightlineError('invalid_file', 'Choose a file first.');
  return started;
}

async function startOne(visit: Visit, { name, fields, bytes }: Upload): Promise<void> {
  const mapping = (fields.get('mapping') ?? '').split('\n').filter((line) => line.trim() !== '');
  await withUpload(visit.deps, visit.brand.id, bytes, (stored) =>
    visit.act(actions.import_log, { ...stored, name, mapping }),
  );
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
