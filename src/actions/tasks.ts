import Type from 'typebox';
import { SightlineError } from '../domain/errors.ts';
import { hasEnded, type TaskKind } from '../domain/task.ts';
import { tryAgain } from '../pipeline/collect/keys/close-breaker.ts';
import { beginUndo } from '../pipeline/intake/undo-import.ts';
import { startAsking } from '../pipeline/tasks/ask-question.ts';
import { type StartedTask, startTask, stopTask, taskOf } from '../pipeline/tasks/tasks-of-brand.ts';
import { startImport, startLog } from '../pipeline/tasks/upload.ts';
import { text } from '../reports/shape/schemas.ts';
import { type BrandContext, defineBrandAction, defineOrganizationAction, type Outcome } from './action.ts';
import { notFound } from './declare.ts';

const data = Type.Object({ task: text('The id of the task, whose page shows how far it is.') });

/** Long work on a brand. Only people start and stop it. */
const common = {
  command: null,
  description: '',
  permission: 'collecting',
  route: null,
  data,
  example: null,
} as const;

export const rescan = defineBrandAction({
  ...common,
  name: 'rescan',
  summary: 'Read stored answers again, with the present names, facts, and themes.',
  input: {
    model: Type.Optional(
      Type.Boolean({ description: 'Have a model read those that it has not read, instead; default: false.' }),
    ),
  },
  run: async (context, { model = false }) => {
    const kind = model ? 'read' : 'rescan';
    return outcomeOf(kind, await startTask(context, of(context), kind));
  },
});

export const readPages = defineBrandAction({
  ...common,
  name: 'read_pages',
  summary: 'Fetch the pages of the own site, and those that answers cite most.',
  input: {},
  run: async (context) => outcomeOf('pages', await startTask(context, of(context), 'pages')),
});

export const askNow = defineBrandAction({
  ...common,
  name: 'ask_now',
  summary: "Ask today's remaining questions now.",
  description: 'No question is asked more often than it would be anyway.',
  input: {
    question: Type.Optional(Type.String({ description: 'The id from /questions; left out: all.' })),
    engines: Type.Optional(
      Type.Array(Type.String(), { description: 'Engines that answer the question; left out: all.' }),
    ),
  },
  run: async (context, { question, engines }) => {
    const ready = new Set((await context.engines()).ready.map(({ adapter }) => adapter.slug));
    if (ready.size === 0) throw new SightlineError('conflict', 'Sightline cannot ask now.');
    if (question === undefined) return outcomeOf('collect', await startTask(context, of(context), 'collect'));
    const asked = engines === undefined ? ready : ready.intersection(new Set(engines));
    if (asked.size === 0) throw new SightlineError('conflict', 'Choose at least one engine.');
    return outcomeOf('ask', await startAsking(context, of(context), question, asked));
  },
});

/** A file that a person uploaded. */
const uploaded = {
  upload: Type.String({ description: 'The id that storing the file gave.' }),
  bytes: Type.Integer({ minimum: 1, description: 'The size of the file.' }),
  name: Type.String({ description: 'The name of the file.' }),
};

export const importFile = defineBrandAction({
  ...common,
  name: 'import_file',
  summary: 'Import the answers in an uploaded file.',
  input: {
    ...uploaded,
    mapping: Type.Array(Type.String(), { description: 'What a person chose: `answer=Response`.' }),
  },
  run: async (context, file) => outcomeOf('import', await startImport(context, of(context), file)),
});

export const undoImport = defineBrandAction({
  ...common,
  name: 'undo_import',
  summary: 'Undo an import as a whole.',
  description:
    'Removes its answers, all that was read from them, and questions that nothing else uses, in the background. Reports are then as ' +
    'if it had never been.',
  route: { scope: 'prompts:write', method: 'DELETE', path: '/imports/:import' },
  isDestructive: true,
  input: { import: Type.String({ description: 'Its id, as the import gave it.' }) },
  example: { import: 'imp_000000000000' },
  run: async (context, { import: id }) => {
    const { db, brand, organizationId, actor, now } = context;
    const by = { brand, organizationId, actor: actor.id, at: now() };
    const { task, state, fileName } = await beginUndo(db, id, by);
    const running = task === null ? null : await taskOf(db, brand.publicId, task);
    if (running !== null) await stopTask(context, of(context), running);
    const { data } = outcomeOf('undo', await startTask(context, of(context), 'undo'));
    const change = { what: 'Import', before: fileName || id, after: 'being undone' };
    return { data, changes: state === 'undoing' ? [] : [change], notices: [] };
  },
});

export const importLog = defineBrandAction({
  ...common,
  name: 'import_log',
  summary: "Count the crawls and visits in an uploaded log of the brand's site.",
  input: {
    ...uploaded,
    mapping: Type.Array(Type.String(), { description: 'Where the log has a field: `status=code`.' }),
  },
  run: async (context, log) => outcomeOf('logs', await startLog(context, of(context), log)),
});

export const stop = defineBrandAction({
  ...common,
  name: 'stop_task',
  summary: 'Stop a task. What it has done stays.',
  input: { task: Type.String({ description: 'Its id.' }) },
  run: async (context, { task: id }) => {
    const task = await taskOf(context.db, context.brand.publicId, id);
    if (task === null) throw notFound('task with this id');
    const isOpen = !hasEnded(task.state) && !task.stopAsked;
    if (isOpen) await stopTask(context, of(context), task);
    const changes = isOpen ? [{ what: 'Task', before: task.kind, after: 'asked to stop' }] : [];
    return { data: { task: id }, changes, notices: [] };
  },
});

export const retryEngine = defineOrganizationAction({
  name: 'retry_engine',
  command: null,
  summary: 'Ask a stopped engine again, for every brand.',
  description: '',
  permission: 'collecting',
  route: null,
  input: { engine: Type.String({ description: 'Its slug in answers.' }) },
  data: Type.Object({ engine: text('The engine.') }),
  example: null,
  run: async ({ db, now, organizationId, actor }, { engine }) => {
    const cause = await tryAgain({ db, now }, { organizationId, user: actor }, engine);
    const changes =
      cause === null ? [] : [{ what: `Engine ${engine}`, before: `stopped by ${cause}`, after: 'asked' }];
    return { data: { engine }, changes, notices: [] };
  },
});

function of({ brand, organizationId, actor }: BrandContext) {
  return { brand: brand.publicId, organizationId, user: actor };
}

function outcomeOf(kind: TaskKind, { task, isNew }: StartedTask): Outcome<{ task: string }> {
  const changes = isNew ? [{ what: 'Task', before: null, after: kind }] : [];
  return { data: { task }, changes, notices: [] };
}
