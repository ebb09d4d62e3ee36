import Type from 'typebox';
import type { Engine } from '../../domain/answers/engine.ts';
import {
  type AnswersCounted,
  changeOf,
  type Figure,
  figuresOf,
  intervalOf,
  type Rules,
  shownValueOf,
  walkBetween,
} from '../../domain/figures/definition-figures.ts';
import { stepText } from '../../domain/figures/definition-words.ts';
import {
  COMPUTABLE,
  computableNamed,
  DEFINITIONS,
  type Definition,
  FIRST_WALK,
  nameOfDefinition,
} from '../../domain/figures/definitions.ts';
import { pointsOf, pointsText, tenthsText } from '../../domain/figures/points.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { countByRules } from '../../panel/counts/definitions.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { NO_ENGINE, trackedCounts } from '../figures/tracked-counts.ts';
import { brandedPrompts } from '../shape/branded.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import {
  count,
  IntervalSchema,
  named,
  nullable,
  nullableInteger,
  nullableNumber,
  nullableText,
  oneOf,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const UNITS = ['count', 'share'] as const;

const figureProperties = {
  unit: oneOf(UNITS, 'What `value` is.'),
  numerator: count('The count.'),
  denominator: nullableInteger('Its divisor; null for a count.'),
  value: nullableNumber(
    'The count, or the share to 3 decimals. A share is null if the denominator is too small, which is not zero.',
  ),
};

const definitionProperties = {
  definition: text("The definition's id."),
  name: text('Its publisher and title.'),
  published: Type.String({
    format: 'date',
    description: 'The date on which the public page said so.',
  }),
};

const DefinedFigureSchema = named(
  'DefinedFigure',
  {
    engine: text('Engine slug. Engines are never pooled.'),
    ...definitionProperties,
    ...figureProperties,
    interval: nullable(
      IntervalSchema,
      'The 95% interval for a share of answers or questions (Wilson), to 3 decimals. Null where the value is, for counts, and ' +
        'for shares of all mentions: /share-of-voice has their interval.',
    ),
    answers: count('Answers that the definition covers.'),
    why_not: nullableText('Why there is no value; null if there is one.'),
  },
  "The brand's figure on one engine by one published definition.",
);

const MissingDefinitionSchema = named(
  'MissingDefinition',
  {
    ...definitionProperties,
    value: Type.Null({ description: 'There is no figure.' }),
    why_not: text('What stored answers lack for it.'),
  },
  'A definition that stored answers are not enough for.',
);

const DefinitionSourceSchema = named(
  'DefinitionSource',
  {
    definition: text("The definition's id."),
    name: definitionProperties.name,
    url: nullableText('Its public page; null for ours.'),
    read_on: Type.String({ format: 'date', description: 'The date on which the page said so.' }),
  },
  'A page that publishes a definition.',
);

const change = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const DefinitionStepSchema = named(
  'DefinitionStep',
  {
    engine: text('Engine slug.'),
    step: count('0 for the start.'),
    change: text('The one rule that this step changes; in step 0 the definition at the start.'),
    ...figureProperties,
    numerator_change: change('The change in the numerator; null for step 0.'),
    denominator_change: change(
      'The change in the denominator; null for step 0, and without one before or after.',
    ),
    value_change: change(
      'The change in the value: all steps add up to the difference between the two definitions. Null for step 0, next to a ' +
        'null value, and between a count and a share.',
    ),
  },
  'One step from one definition to another on one engine.',
);

const IDS = COMPUTABLE.map(({ id }) => id);

const oneDefinition = (description: string) => Type.Unsafe<string>(oneOf(IDS, description));

const definitionParameter = (initial: string, description: string) =>
  Type.Unsafe<string>({ ...oneOf(IDS, description), default: initial });

const ON_ENGINE = [{ id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' }] as const;

const NAMED = [
  { id: 'name', label: 'Definition', kind: 'text', field: 'name' },
  { id: 'definition', label: 'Id', kind: 'text', field: 'definition', csvOnly: true },
] as const;

const LABEL = 'As published on, recomputed on your answers';

const DEFINITION = [...NAMED, { id: 'published', label: LABEL, kind: 'text', field: 'published' }] as const;

const NOTE =
  'Each figure follows a definition as published on the given day, recomputed on your stored answers. Its publisher would ' +
  'show another figure, from its own questions, engines, and days. All definitions count the same answers: those in ' +
  `which Sightline looked for every brand tracked now. A share over fewer than ${MIN_SAMPLE} is null, which is not zero. ` +
  `Engines are never ` +
  'averaged or added up, even where a publisher does so.';

export const definitions = defineReport({
  name: 'definitions',
  summary: "The same answers by this field's published definitions, side by side, and why they differ.",
  description:
    'Trackers differ because they define figures differently. `figures` has a row per engine and definition. `walk` leads from one ' +
    'definition to another, one rule at a time, in steps that add up.',
  takesBrand: true,
  sharedOn: ['competitors'],
  countsMentions: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(30),
    engine: engineParameter,
    ...sliceQuery,
    definition: Type.Optional(oneDefinition("Only this one's figures.")),
    walk_from: definitionParameter(FIRST_WALK.from, "The definition at the walk's start."),
    walk_to: definitionParameter(FIRST_WALK.to, "The definition at the walk's end."),
  },
  data: Type.Object({
    figures: readonlyList(
      DefinedFigureSchema,
      'Engine by engine, every definition that stored answers are enough for.',
    ),
    walk: readonlyList(DefinitionStepSchema, "Engine by engine, the walk's steps."),
    not_computed: readonlyList(
      MissingDefinitionSchema,
      'The definitions that stored answers are not enough for.',
    ),
    sources: readonlyList(DefinitionSourceSchema, 'The pages with the definitions.'),
  }),
  meta: {
    ...windowMeta,
    branded_prompts: count("The brand's questions that contain its name."),
    answers_left_out: count(
      'Answers in the window, on the listed engines, in which Sightline did not look for every brand tracked now.',
    ),
  },
  columns: {
    figures: {
      title: 'Figures by published definitions',
      none: NO_ENGINE,
      grouped: true,
      columns: [
        ...ON_ENGINE,
        ...DEFINITION,
        { id: 'unit', label: 'Unit', kind: 'text', field: 'unit', csvOnly: true },
        {
          id: 'value',
          label: 'Figure',
          kind: 'rate',
          count: 'numerator',
          of: 'denominator',
          rate: 'value',
          interval: 'interval',
          floor: null,
          withoutInterval: 'of all mentions',
        },
        { id: 'answers', label: 'Answers', kind: 'count', field: 'answers', csvOnly: true },
        { id: 'why_not', label: 'Why there is no share', kind: 'text', field: 'why_not', csvOnly: true },
      ],
    },
    walk: {
      title: 'Why two differ, one rule at a time',
      none: NO_ENGINE,
      grouped: true,
      columns: [
        ...ON_ENGINE,
        { id: 'step', label: 'Step', kind: 'position', field: 'step', decimals: 0 },
        { id: 'change', label: 'Changed rule', kind: 'text', field: 'change', whole: true },
        { id: 'unit', label: 'Unit', kind: 'text', field: 'unit', csvOnly: true },
        { id: 'numerator', label: 'Counts', kind: 'count', field: 'numerator', of: 'denominator' },
        { id: 'value', label: 'Value', kind: 'count', field: 'value', csvOnly: true },
        {
          id: 'numerator_change',
          label: 'Change in counts',
          kind: 'count',
          field: 'numerator_change',
          csvOnly: true,
        },
        {
          id: 'denominator_change',
          label: 'Change in the denominator',
          kind: 'count',
          field: 'denominator_change',
          csvOnly: true,
        },
        {
          id: 'value_change',
          label: 'Change in the value',
          kind: 'count',
          field: 'value_change',
          csvOnly: true,
        },
        { id: 'share', label: 'Share', kind: 'list', items: shareOf, none: '-' },
        { id: 'difference', label: 'Difference', kind: 'list', items: differenceOf, none: '-' },
      ],
    },
    not_computed: {
      title: 'Definitions that stored answers are not enough for',
      none: 'Stored answers are enough for every definition.',
      columns: [
        ...NAMED,
        { id: 'published', label: 'As published on', kind: 'text', field: 'published' },
        { id: 'why_not', label: 'Why there is no figure', kind: 'prose', field: 'why_not' },
      ],
    },
    sources: {
      title: 'Pages with the definitions',
      none: 'There is no definition.',
      columns: [
        ...NAMED,
        { id: 'read_on', label: 'Read on', kind: 'text', field: 'read_on' },
        { id: 'url', label: 'Page', kind: 'prose', field: 'url' },
      ],
    },
  },
  tableNote:
    'Definitions as published on the given day, recomputed on your answers: their publishers would show other figures. ' +
    'Engines are never averaged or added up.',
  errors: [],
  async run(context, { definition, walk_from, walk_to, ...query }) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const answers = await answersOfOne(context, query, period);
    const [{ tracked, engines, counts }, prompts] = await Promise.all([
      trackedCounts(context, answers),
      listTaggedPrompts(db, brand.id),
    ]);
    const names = await brandedPrompts(tracked, prompts);
    const branded = new Set(prompts.map(({ id }) => id).filter((id) => names.get(id) === 'self'));
    const counted = await countByRules(answers, branded);
    const byEngine = Map.groupBy(counted, (row) => row.engine);
    const on = engines.map((each) => onEngine(each, byEngine.get(each.slug) ?? []));
    const self = tracked.find(({ role }) => role === 'self')?.id;
    const all = counts
      .filter((row) => row.trackedId === self && engines.some(({ slug }) => slug === row.engine))
      .reduce((sum, row) => sum + row.responses, 0);
    const compared = on.reduce((sum, { answers }) => sum + answers, 0);
    const [from, to] = [computableNamed(walk_from), computableNamed(walk_to)];
    const walk = walkBetween(from.rules, to.rules);
    return {
      note: NOTE,
      meta: { ...meta, branded_prompts: branded.size, answers_left_out: all - compared },
      data: {
        figures: on.flatMap((each) => figureRows(each, definition)),
        walk: on.flatMap((each) => walkRows(each, walk, labelOf(from))),
        not_computed: DEFINITIONS.flatMap(missingRow),
        sources: DEFINITIONS.filter(
          ({ id, rules }) =>
            definition === undefined || rules === null || [definition, walk_from, walk_to].includes(id),
        ).flatMap(sourceRows),
      },
    };
  },
});

/** One engine's answers, and their counts by any rules. */
interface OnEngine {
  readonly engine: Engine;
  readonly answers: number;
  readonly figureBy: (rules: Rules) => Figure;
}

function onEngine(engine: Engine, own: readonly AnswersCounted[]): OnEngine {
  const all = own.filter(({ repeats }) => repeats === 'in');
  return { engine, answers: all.reduce((sum, { answers }) => sum + answers, 0), figureBy: figuresOf(own) };
}

function figureRows({ engine, figureBy: by }: OnEngine, only: string | undefined) {
  return COMPUTABLE.filter(({ id }) => only === undefined || id === only).map((definition) => {
    const figure = by(definition.rules);
    return {
      engine: engine.slug,
      ...published(definition),
      ...figureFields(definition.rules, figure),
      interval: intervalOf(definition.rules, figure),
      answers: figure.answers,
      why_not: shownValueOf(figure) === null ? tooFew(figure) : null,
    };
  });
}

function missingRow(definition: Definition) {
  if (definition.rules !== null) return [];
  return { ...published(definition), value: null, why_not: definition.whyNot };
}

function published(definition: Definition) {
  const [{ readAt }] = definition.sources;
  return { definition: definition.id, name: nameOfDefinition(definition), published: readAt };
}

/** `AirOps: share of voice, as published on 2026-11-22, recomputed on your answers` */
function labelOf(definition: Definition): string {
  const { name, published: day } = published(definition);
  return `${name}, as published on ${day}, recomputed on your answers`;
}

function sourceRows(definition: Definition) {
  const name = nameOfDefinition(definition);
  return definition.sources.map(({ url, readAt }) => ({
    definition: definition.id,
    name,
    // A path in this repository is not an address that a client could open.
    url: url.startsWith('https:') ? url : null,
    read_on: readAt,
  }));
}

function figureFields(rules: Rules, figure: Figure) {
  const { numerator, denominator } = figure;
  const unit = rules.of === 'nothing' ? ('count' as const) : ('share' as const);
  return { unit, numerator, denominator, value: shownValueOf(figure) };
}

function tooFew({ answers, denominator }: Figure): string {
  return answers < MIN_SAMPLE
    ? `A share needs ${MIN_SAMPLE} answers, and there are ${answers}.`
    : `A share needs ${MIN_SAMPLE} to divide by, and there are ${denominator}.`;
}

function walkRows({ engine, figureBy: by }: OnEngine, walk: readonly Rules[], start: string) {
  return walk.map((rules, step) => {
    const before = walk[step - 1];
    const [now, then] = [by(rules), before && by(before)];
    return {
      engine: engine.slug,
      step,
      change: before ? stepText(before, rules) : start,
      ...figureFields(rules, now),
      numerator_change: then ? now.numerator - then.numerator : null,
      denominator_change:
        then?.denominator == null || now.denominator === null ? null : now.denominator - then.denominator,
      value_change: then && isSameUnit(now, then) ? changeOf(shownValueOf(then), shownValueOf(now)) : null,
    };
  });
}

function isSameUnit(one: Figure, other: Figure): boolean {
  return (one.denominator === null) === (other.denominator === null);
}

type Shown = { readonly unit: (typeof UNITS)[number] };

/** A share rounded to its decimals, so that the shown values add up. */
function shareOf({ unit, value }: Shown & { readonly value: number | null }): string[] {
  return unit === 'count' || value === null ? [] : [`${tenthsText(pointsOf(value))}%`];
}

/** A step's change, signed, in the figure's unit. */
function differenceOf({ unit, value_change }: Shown & { readonly value_change: number | null }): string[] {
  if (value_change === null) return [];
  if (unit === 'share') return [`${pointsText(value_change)} points`];
  return [`${value_change > 0 ? '+' : ''}${value_change}`];
}
