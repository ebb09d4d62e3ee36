import Type from 'typebox';
import type { Engine } from '../../domain/answers/engine.ts';
import {
  type AnswersCounted,
  type Figure,
  figuresOf,
  intervalOf,
  type Rules,
  shownValueOf,
} from '../../domain/figures/definition-figures.ts';
import {
  COMPUTABLE,
  DEFINITIONS,
  type Definition,
  nameOfDefinition,
} from '../../domain/figures/definitions.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { countByRules } from '../../panel/counts/definitions.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { ENGINE_SLUG } from '../dimensions/engine.ts';
import { NO_ENGINE, trackedCounts } from '../figures/tracked.ts';
import { brandedPrompts } from '../shape/branded.ts';
import { column } from '../shape/columns.ts';
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

const IDS = COMPUTABLE.map(({ id }) => id);

const oneDefinition = (description: string) => Type.Unsafe<string>(oneOf(IDS, description));

const ON_ENGINE = ENGINE_SLUG.columns;

const NAMED = [
  column('text', 'name', 'Definition'),
  column('text', 'definition', 'Id', { csvOnly: true }),
] as const;

const LABEL = 'As published on, recomputed on your answers';

const DEFINITION = [...NAMED, column('text', 'published', LABEL)] as const;

const NOTE =
  'Each figure follows a definition as published on the given day, recomputed on your stored answers. Its publisher would ' +
  'show another figure, from its own questions, engines, and days. All definitions count the same answers: those in ' +
  `which Sightline looked for every brand tracked now. A share over fewer than ${MIN_SAMPLE} is null, which is not zero. ` +
  `Engines are never ` +
  'averaged or added up, even where a publisher does so.';

export const definitions = defineReport({
  name: 'definitions',
  summary: "The same answers by this field's published definitions, side by side.",
  description:
    'Trackers differ because they define figures differently. `figures` has a row per engine and definition.',
  takesBrand: true,
  countsMentions: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(),
    engine: engineParameter,
    ...sliceQuery,
    definition: Type.Optional(oneDefinition("Only this one's figures.")),
  },
  data: Type.Object({
    figures: readonlyList(
      DefinedFigureSchema,
      'Engine by engine, every definition that stored answers are enough for.',
    ),
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
        column('text', 'unit', 'Unit', { csvOnly: true }),
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
        column('count', 'answers', 'Answers', { csvOnly: true }),
        column('text', 'why_not', 'Why there is no share', { csvOnly: true }),
      ],
    },
    not_computed: {
      title: 'Definitions that stored answers are not enough for',
      none: 'Stored answers are enough for every definition.',
      columns: [
        ...NAMED,
        column('text', 'published', 'As published on'),
        column('prose', 'why_not', 'Why there is no figure'),
      ],
    },
    sources: {
      title: 'Pages with the definitions',
      none: 'There is no definition.',
      columns: [...NAMED, column('text', 'read_on', 'Read on'), column('prose', 'url', 'Page')],
    },
  },
  tableNote:
    'Definitions as published on the given day, recomputed on your answers: their publishers would show other figures. ' +
    'Engines are never averaged or added up.',
  errors: [],
  async run(context, { definition, ...query }) {
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
    return {
      note: NOTE,
      meta: { ...meta, branded_prompts: branded.size, answers_left_out: all - compared },
      data: {
        figures: on.flatMap((each) => figureRows(each, definition)),
        not_computed: DEFINITIONS.flatMap(missingRow),
        sources: DEFINITIONS.filter(
          ({ id, rules }) => definition === undefined || rules === null || definition === id,
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
