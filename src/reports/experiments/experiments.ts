import Type from 'typebox';
import { isPublicId } from '../../domain/access/public-id.ts';
import { DIRECTIONS, EXPERIMENT_MEASURES, WASHOUT_DAYS } from '../../domain/alerts/experiment.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { formatInstantOrNull } from '../../domain/time/instant.ts';
import type { Effect } from '../../stats/experiments/randomization.ts';
import {
  type Experiment,
  findExperiment,
  listExperiments,
} from '../../storage/directory/brand/experiments.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { defineReport, limitParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  flag,
  instant,
  named,
  nullable,
  nullableInstant,
  nullableInteger,
  nullableNumber,
  nullableShare,
  nullableText,
  oneOf,
  points,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { type EngineEffect, effectsOf, type PlacedExperiment } from './experiment-effects.ts';
import { EXPERIMENT_STATES, OUTCOMES, outcomeOf, stateOf, verdictOf } from './experiment-words.ts';

const ExperimentSchema = named(
  'Experiment',
  {
    id: Type.String({ pattern: '^exp_[0-9A-Za-z]{12}$', description: 'Its id.' }),
    name: text("The treatment's name."),
    about: text('The tracked brand to measure.'),
    measure: oneOf(EXPERIMENT_MEASURES, 'The answers that count: those that name, cite, or recommend it.'),
    direction: oneOf(DIRECTIONS, 'The expected effect.'),
    market: text("The answers' market."),
    engines: readonlyList(Type.String(), 'Engines, each tested separately.'),
    state: oneOf(EXPERIMENT_STATES, 'Its state.'),
    registered_at: instant('The time when you registered it.'),
    starts_at: instant("The treatment's start."),
    ends_at: instant('The time from which its effect is shown.'),
    randomized: flag('Whether a random draw set the arms; otherwise somebody chose them.'),
    seed: nullableText("That draw's seed; null if somebody chose the arms."),
    treated_questions: count('Treated questions.'),
    control_questions: count('Untreated questions.'),
    hash: text("The registration's SHA-256."),
    withdrawn_at: nullableInstant('The time when you withdrew it.'),
    withdrawn_because: nullableText('Why.'),
  },
  'An experiment as you registered it. It never changes.',
);

const EffectPointsSchema = named(
  'ExperimentEffect',
  {
    points: points('In percentage points.'),
    lower: points("Its interval's lower end."),
    upper: points('Upper end.'),
    p: nullableShare('The chance to see an effect this far from 0 or farther if there is none.'),
  },
  "The treated questions' mean change minus the others' mean change.",
);

const EngineEffectSchema = named(
  'ExperimentOnEngine',
  {
    experiment: text('Its id.'),
    name: text('Its name.'),
    engine: text('Engine slug.'),
    engine_name: text('Display name.'),
    outcome: oneOf(OUTCOMES, 'The result; none before `ends_at`.'),
    verdict: text('The result in words.'),
    treated: count('Treated questions in the comparison.'),
    control: count('Control questions in the comparison.'),
    dropped: nullableInteger('Questions left out; null before the end.'),
    answers_before: count('Answers in the window before the start.'),
    answers_after: count('Answers in the window after the washout.'),
    effect: nullable(EffectPointsSchema, 'Null before the end, and if void or unknown.'),
    placebo: nullable(EffectPointsSchema, 'The same figure before the treatment; null if unknown.'),
    smallest_points: nullableNumber('The smallest effect that it would detect in 80% of cases.'),
    models_before: readonlyList(Type.String(), 'Models that answered before.'),
    models_after: readonlyList(Type.String(), 'Models that answered after.'),
  },
  'An experiment on one engine.',
);

const ExperimentQuestionSchema = named(
  'ExperimentQuestion',
  {
    question_id: text("The question's id, as in /questions."),
    question: text('The prompt.'),
    arm: oneOf(['treated', 'control'], 'Its arm.'),
  },
  "An experiment's question.",
);

const NOTE =
  "You register an experiment before it starts and cannot edit it. It shows its effect once, at the end: the treated questions' mean " +
  `change minus the others' mean change, between equally long windows before the start and after ${WASHOUT_DAYS} washout days. ` +
  "Engines are never pooled; verdicts and intervals hold at 95% for all the experiment's engines together. " +
  'Only if a random draw set the arms is an effect due to the treatment.';

export const experiments = defineReport({
  name: 'experiments',
  summary: 'Experiments registered before their start, and their result on each engine.',
  description:
    'Register an experiment with `sightline experiment register` or in the dashboard. Intervals hold at 95% for all its ' +
    'engines together. `placebo` is the same figure in two windows before the start, where any effect is chance.',
  takesBrand: true,
  sharedOn: [],
  countsMentions: true,
  query: {
    limit: limitParameter('experiments'),
    experiment: Type.Optional(
      Type.String({ description: 'Only this experiment, by its id, with its questions.' }),
    ),
  },
  data: Type.Object({
    experiments: readonlyList(ExperimentSchema, 'Newest first.'),
    effects: readonlyList(EngineEffectSchema, 'By experiment and engine.'),
    questions: readonlyList(ExperimentQuestionSchema, 'The questions in `experiment`.'),
  }),
  meta: {},
  columns: {
    experiments: {
      title: 'Experiments',
      none: 'No experiments yet.',
      columns: [
        { id: 'id', label: 'Id', kind: 'text', field: 'id', whole: true },
        { id: 'name', label: 'Name', kind: 'text', field: 'name' },
        { id: 'state', label: 'State', kind: 'code', field: 'state' },
        { id: 'about', label: 'Brand', kind: 'text', field: 'about' },
        { id: 'measure', label: 'Measure', kind: 'code', field: 'measure' },
        { id: 'direction', label: 'Expected', kind: 'text', field: 'direction' },
        { id: 'market', label: 'Market', kind: 'text', field: 'market', whereVaried: true },
        {
          id: 'engines',
          label: 'Engines',
          kind: 'list',
          of: 'engines',
          items: ({ engines }) => engines,
        },
        { id: 'starts_at', label: 'Starts', kind: 'instant', field: 'starts_at', day: true },
        { id: 'ends_at', label: 'Ends', kind: 'instant', field: 'ends_at', day: true },
        { id: 'randomized', label: 'Random arms', kind: 'flag', field: 'randomized' },
        { id: 'treated_questions', label: 'Treated', kind: 'count', field: 'treated_questions' },
        { id: 'control_questions', label: 'Others', kind: 'count', field: 'control_questions' },
        { id: 'registered_at', label: 'Registered', kind: 'instant', field: 'registered_at', csvOnly: true },
        { id: 'seed', label: 'Seed', kind: 'text', field: 'seed', csvOnly: true },
        { id: 'hash', label: 'SHA-256', kind: 'text', field: 'hash', csvOnly: true },
        { id: 'withdrawn_at', label: 'Withdrawn', kind: 'instant', field: 'withdrawn_at', csvOnly: true },
        {
          id: 'withdrawn_because',
          label: 'Because',
          kind: 'text',
          field: 'withdrawn_because',
          csvOnly: true,
        },
      ],
    },
    effects: {
      title: 'What they show',
      none: 'No experiments yet.',
      columns: [
        { id: 'experiment', label: 'Experiment', kind: 'text', field: 'experiment', whole: true },
        { id: 'name', label: 'Name', kind: 'text', field: 'name', csvOnly: true },
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'outcome', label: 'Outcome', kind: 'code', field: 'outcome' },
        { id: 'treated', label: 'Treated', kind: 'count', field: 'treated' },
        { id: 'control', label: 'Others', kind: 'count', field: 'control' },
        { id: 'dropped', label: 'Left out', kind: 'count', field: 'dropped' },
        { id: 'answers_before', label: 'Answers before', kind: 'count', field: 'answers_before' },
        { id: 'answers_after', label: 'after', kind: 'count', field: 'answers_after' },
        {
          id: 'effect',
          label: 'Effect, points',
          kind: 'points',
          field: 'effect.points',
          lower: 'effect.lower',
          upper: 'effect.upper',
        },
        { id: 'p', label: 'By chance', kind: 'share', field: 'effect.p' },
        {
          id: 'placebo',
          label: 'Placebo',
          kind: 'points',
          field: 'placebo.points',
          lower: 'placebo.lower',
          upper: 'placebo.upper',
        },
        { id: 'placebo_p', label: 'Placebo by chance', kind: 'share', field: 'placebo.p', csvOnly: true },
        {
          id: 'smallest_points',
          label: 'Would find, points',
          kind: 'position',
          decimals: 1,
          field: 'smallest_points',
        },
        { id: 'verdict', label: 'Verdict', kind: 'prose', field: 'verdict' },
        {
          id: 'models_before',
          label: 'Models before',
          kind: 'list',
          csvOnly: true,
          items: (row) => row.models_before,
        },
        {
          id: 'models_after',
          label: 'Models after',
          kind: 'list',
          csvOnly: true,
          items: (row) => row.models_after,
        },
      ],
    },
    questions: {
      title: 'Its questions',
      none: 'Name one experiment to list its questions.',
      columns: [
        { id: 'arm', label: 'Arm', kind: 'text', field: 'arm' },
        { id: 'question', label: 'Question', kind: 'text', field: 'question' },
        { id: 'question_id', label: 'Id', kind: 'text', field: 'question_id', csvOnly: true },
      ],
    },
  },
  errors: [],
  async run(context, { limit, experiment: id }) {
    const { db, brand, now, panel } = context;
    const found = id === undefined ? await listExperiments(db, brand.id, limit) : [await theOne(context, id)];
    const prompts = await questionsOf(context);
    const placed = found.map((experiment) => placedIn(experiment, prompts));
    const effects = [];
    for (const each of placed) {
      for (const effect of await effectsOf(panel, each, now))
        effects.push(effectRow(each.experiment, effect, now));
    }
    return {
      note: NOTE,
      meta: {},
      data: {
        experiments: found.map((each) => experimentRow(each, now)),
        effects,
        questions: id === undefined ? [] : found.flatMap((each) => questionRows(each, prompts)),
      },
    };
  },
});

interface Question {
  readonly id: number;
  readonly text: string;
}

/** The brand's questions by public id. */
async function questionsOf({ db, brand }: ReportContext): Promise<ReadonlyMap<string, Question>> {
  const prompts = await listTaggedPrompts(db, brand.id);
  return new Map(prompts.map((each) => [questionIdOf(each.digest), each]));
}

/** @throws SightlineError `invalid_parameter`, because an empty list would look like a finding */
async function theOne({ db, brand }: ReportContext, id: string): Promise<Experiment> {
  const found = isPublicId('exp', id) ? await findExperiment(db, brand.id, id) : null;
  if (found !== null) return found;
  throw new SightlineError('invalid_parameter', "`experiment` must be an id from this brand's /experiments.");
}

function placedIn(experiment: Experiment, questions: ReadonlyMap<string, Question>): PlacedExperiment {
  const { treated, control } = experiment.registered;
  const idsOf = (prompts: readonly string[]) => prompts.flatMap((prompt) => questions.get(prompt)?.id ?? []);
  return { experiment, arms: { treated: idsOf(treated), control: idsOf(control) } };
}

function experimentRow(experiment: Experiment, now: number) {
  const { registered, hash, withdrawnAt, withdrawnBecause } = experiment;
  const { id, name, about, measure, direction, market, engines, seed, treated, control } = registered;
  const { registered_at, starts_at, ends_at } = registered;
  return {
    id,
    name,
    about,
    measure,
    direction,
    market,
    engines,
    state: stateOf(experiment, now),
    registered_at,
    starts_at,
    ends_at,
    randomized: seed !== null,
    seed,
    treated_questions: treated.length,
    control_questions: control.length,
    hash,
    withdrawn_at: formatInstantOrNull(withdrawnAt),
    withdrawn_because: withdrawnBecause,
  };
}

function effectRow(experiment: Experiment, found: EngineEffect, now: number) {
  const outcome = outcomeOf(experiment, stateOf(experiment, now), found);
  const { engine, treated, control, dropped, smallest, models } = found;
  return {
    experiment: experiment.registered.id,
    name: experiment.registered.name,
    engine,
    engine_name: engineNameOf(engine),
    outcome,
    verdict: verdictOf(experiment, outcome, found),
    treated,
    control,
    dropped,
    answers_before: found.answersBefore,
    answers_after: found.answersAfter,
    effect: pointsIn(found.effect),
    placebo: pointsIn(found.placebo),
    smallest_points: smallest === null ? null : Math.round(1000 * smallest) / 10,
    models_before: models.before,
    models_after: models.after,
  };
}

function pointsIn(effect: Effect | null) {
  if (effect?.interval == null) return null;
  const { lower, upper } = effect.interval;
  const p = effect.p === null ? null : Math.round(10_000 * effect.p) / 10_000;
  return { points: pointsOf(effect.effect), lower: pointsOf(lower), upper: pointsOf(upper), p };
}

function questionRows({ registered }: Experiment, questions: ReadonlyMap<string, Question>) {
  return (['treated', 'control'] as const).flatMap((arm) =>
    registered[arm].map((id) => ({ question_id: id, question: questions.get(id)?.text ?? id, arm })),
  );
}
