import Type from 'typebox';
import type { Engine } from '../../domain/answers/engine.ts';
import { BRANDED, type Branded } from '../../domain/brand/branded.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { PROMPT_SOURCES } from '../../domain/questions/prompt-source.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { categoryOf } from '../../domain/questions/tags.ts';
import { EVERY } from '../../domain/questions/weekly.ts';
import { daysIn } from '../../domain/time/period.ts';
import {
  countPrompts,
  countPromptsByEngine,
  type EnginePromptCount,
  type PromptCount,
} from '../../panel/counts/prompts.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { shrunkRates } from '../../stats/rates/shrinkage.ts';
import { listQuestions, type QuestionRow } from '../../storage/directory/brand/prompts.ts';
import { type BrandSnapshot, listAskedEngines } from '../../storage/directory/brands.ts';
import { QUESTION } from '../dimensions/question.ts';
import { listedEngines } from '../figures/tracked.ts';
import {
  comparedAnswers,
  pairedRows,
  rateChange,
  type WindowComparison,
  windowComparison,
  withChanges,
} from '../figures/window-comparison.ts';
import { ANSWERS, answersNamingYou } from '../measures/answers.ts';
import { countBefore, measureColumns } from '../measures/measure.ts';
import { brandedPrompts } from '../shape/branded.ts';
import { column } from '../shape/columns.ts';
import {
  comparedField,
  comparedMeta,
  compareQuery,
  ENDS_BEFORE,
  endsOf,
  windowProperties,
} from '../shape/compared.ts';
import { designEffects } from '../shape/design-effects.ts';
import { booleanParameter, defineReport, type ReportContext } from '../shape/report.ts';
import {
  count,
  flag,
  named,
  nullableInstant,
  nullableInteger,
  nullableText,
  oneOf,
  rateProperties,
  readonlyList,
  repeatProperties,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const QuestionSchema = named(
  'Question',
  {
    id: text('Opaque id; pass it as `prompt` to /answers.'),
    text: text('The prompt, verbatim.'),
    category: nullableText('Its first tag; null for none.'),
    tags: readonlyList(Type.String(), 'As declared, in order; empty for none.'),
    branded: oneOf(
      BRANDED,
      'Which tracked brand the text names, by the names tracked now: `self`, the brand itself; `competitor`, a competitor and ' +
        'not the brand.',
    ),
    source: oneOf(PROMPT_SOURCES, '`user`: declared. `import`: from an imported answer.'),
    active: flag('Whether Sightline asks it. An inactive question keeps its answers.'),
    every: oneOf(
      EVERY,
      '`day`: as often as declared. `week`: once a week on each engine, always on the same weekday.',
    ),
    markets: Type.Optional(readonlyList(Type.String(), "Only if not in every market: its markets' names.")),
    answers: count('Answers in the window, on all engines. They have no rate: engines are never averaged.'),
    answers_naming_you: count('Answers among them that named the brand.'),
    compared: Type.Optional(
      Type.Object(
        {
          ...windowProperties,
          answers: count('Answers in it.'),
          answers_naming_you: count('Answers among them that named the brand.'),
        },
        {
          description:
            'Only with `compare`: these counts in the earlier window. With `engines=1`, each engine has its change.',
        },
      ),
    ),
    web_search_volume: nullableInteger(
      'Always null, which means not checked: Sightline looks up no search volumes.',
    ),
    volume_checked_at: nullableInstant('Always null: never looked up.'),
    engines: Type.Optional(
      readonlyList(
        named(
          'QuestionOnEngine',
          {
            engine: text('Engine slug.'),
            engine_name: text("The engine's display name."),
            ...rateProperties,
            ...repeatProperties,
            compared: comparedField({ ...rateProperties, ...repeatProperties }),
          },
          'How often one engine named the brand in its answers to a question.',
        ),
        'Only with `engines=1`: every engine that Sightline asks for the brand, or that has answers to these questions in the window.',
      ),
    ),
  },
  "The brand's prompt.",
);

const NAMING = answersNamingYou('naming the brand');

const COUNTS = {
  columns: [ANSWERS, NAMING, countBefore(ANSWERS, 'Answers before'), countBefore(NAMING, 'naming it')],
} as const;

function engineFigures(engine: Engine, counted: EnginePromptCount | undefined, designEffect: number | null) {
  return { engine: engine.slug, engine_name: engine.name, ...figuresOf(counted, designEffect) };
}

function figuresOf(counted: EnginePromptCount | undefined, designEffect: number | null) {
  const rate = rateOf(counted?.named ?? 0, counted?.answers ?? 0, { designEffect });
  return { ...rate, design_effect: designEffectOf(designEffect) };
}

type EngineFigure = NonNullable<Type.Static<typeof QuestionSchema>['engines']>[number];

/** A CSV column for the figure on the line's engine. */
function ofEngines<const Id extends string>(
  id: Id,
  label: string,
  read: (engine: EngineFigure) => string | number | null | undefined,
) {
  return {
    id: `engine_${id}`,
    label,
    kind: 'list',
    csvOnly: true,
    items: ({ engines = [] }: { readonly engines?: readonly EngineFigure[] | undefined }) =>
      engines.flatMap((engine) => read(engine) ?? []).map(String),
  } as const;
}

export const questions = defineReport({
  name: 'questions',
  summary: 'Your questions, and how often the answers name the brand.',
  description:
    'One row per question, including inactive ones: active ones first, then by how often you can expect answers to name the ' +
    'brand, which draws a question with few answers towards the overall share; then by counts and text. Questions that name ' +
    'a tracked brand have a separate share for this.',
  takesBrand: true,
  windowShares: ['visibility'],
  countsMentions: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(),
    ...compareQuery,
    engines: booleanParameter('Whether each row has a rate for each engine.', { default: false }),
    ...sliceQuery,
  },
  data: readonlyList(QuestionSchema, 'One row per question.'),
  meta: { ...windowMeta, ...comparedMeta },
  columns: {
    rows: {
      none: 'No such questions.',
      grouped: true,
      lines: (row) =>
        row.engines === undefined || row.engines.length === 0
          ? [row]
          : row.engines.map((engine) => ({ ...row, engines: [engine] })),
      columns: [
        column('text', 'text', 'Question'),
        column('text', 'id', 'Id'),
        column('text', 'category', 'Category', { csvOnly: true }),
        { id: 'tags', label: 'Tags', kind: 'list', items: ({ tags }) => tags },
        column('code', 'branded', 'Names'),
        column('text', 'source', 'Source', { csvOnly: true }),
        column('flag', 'active', 'Asked'),
        column('text', 'every', 'Every', { csvOnly: true }),
        ...measureColumns([COUNTS], { of: [QUESTION] }),
        ...ENDS_BEFORE,
        column('count', 'web_search_volume', 'Searches a month', { csvOnly: true }),
        column('instant', 'volume_checked_at', 'Looked up', { csvOnly: true }),
        {
          id: 'engines',
          label: 'By engine',
          kind: 'list',
          below: true,
          items: ({ engines = [] }) => engines.map(figureText),
        },
        ofEngines('engine', 'Engine', ({ engine }) => engine),
        ofEngines('present', 'Named in', ({ present }) => present),
        ofEngines('responses', 'Of', ({ responses }) => responses),
        ofEngines('rate', 'Rate', ({ rate }) => rate),
        ofEngines('lower', 'Lower', ({ interval }) => interval?.lower),
        ofEngines('upper', 'Upper', ({ interval }) => interval?.upper),
        ofEngines('compared_present', 'Before: named in', ({ compared }) => compared?.present),
        ofEngines('compared_responses', 'Before: of', ({ compared }) => compared?.responses),
        ofEngines('compared_change', 'Change in points', ({ compared }) => compared?.change?.points),
        ofEngines('compared_gate', 'Held back by', ({ compared }) => compared?.gate),
      ],
    },
  },
  tableNote: 'Counts are answers on all engines together, which make no rate.',
  errors: [],
  async run(context, { engines, ...query }) {
    const { db, now, brand, panel } = context;
    const { period, meta } = windowOf(now, query);
    const answers = await answersOfOne(context, query, period);
    const [all, counts] = await Promise.all([listQuestions(db, brand.id), countPrompts(answers)]);
    const chosen = answers.only.prompts;
    const rows = chosen ? all.filter(({ id }) => chosen.has(id)) : all;
    const named = await brandedPrompts(brand.tracked, rows);
    const comparison = await windowComparison(context, query);
    const figures = engines ? await figuresByPrompt(context, answers, comparison, rows) : null;
    const before = comparison && (await promptsBefore(comparison, answers));
    const byPrompt = new Map(counts.map((each) => [each.promptId, each]));
    await panel.breathe();
    const expected = expectedRates(rows, named, byPrompt);
    await panel.breathe();
    const ordered = inOrder(rows, expected, byPrompt);
    await panel.breathe();
    return {
      note: noteOn(haveDistinctRates(rows, expected, byPrompt)),
      meta: { ...meta, ...comparison?.meta },
      data: ordered.map((row) => ({
        ...questionOf(row, {
          brand,
          branded: named.get(row.id) ?? 'none',
          counted: byPrompt.get(row.id),
        }),
        ...(before && { compared: before(row.id) }),
        ...(figures && { engines: figures(row.id) }),
      })),
    };
  },
});

async function promptsBefore(comparison: WindowComparison, answers: CountedAnswers) {
  const counts = await countPrompts({ ...answers, period: comparison.earlier });
  const byPrompt = new Map(counts.map((each) => [each.promptId, each]));
  const ends = endsOf(comparison.earlier);
  return (promptId: number) => ({
    ...ends,
    answers: byPrompt.get(promptId)?.answers ?? 0,
    answers_naming_you: byPrompt.get(promptId)?.named ?? 0,
  });
}

/** Each listed engine's answers to a prompt, with changes in a comparison; tests all together. */
async function figuresByPrompt(
  context: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  answers: CountedAnswers,
  comparison: WindowComparison | null,
  rows: readonly { readonly id: number }[],
) {
  const { db, brand, panel } = context;
  const [counts, asked, effects] = await Promise.all([
    countPromptsByEngine(answers),
    listAskedEngines(db, brand.id),
    designEffects(context)(answers.only),
  ]);
  const days = daysIn(answers.period);
  const listed = listedEngines(
    asked,
    counts.map(({ engine }) => engine),
  );
  const now = countsByPlace(counts);
  const before = await enginesBefore(comparison, answers, listed, now, effects);
  const compared = [];
  for (const { id } of rows) {
    for (const engine of listed) {
      compared.push({
        row: engineFigures(engine, now.get(placeOf(id, engine.slug)), effects(engine.slug, panel.self, days)),
        before: before(id, engine.slug),
      });
    }
    await panel.breathe();
  }
  const figures = withChanges(comparison, compared);
  const places = new Map(rows.map(({ id }, place) => [id, place * listed.length]));
  return (promptId: number) => {
    const first = places.get(promptId) ?? 0;
    return figures.slice(first, first + listed.length);
  };
}

const placeOf = (promptId: number, engine: string) => `${promptId} ${engine}`;

function countsByPlace(counts: readonly EnginePromptCount[]): ReadonlyMap<string, EnginePromptCount> {
  return new Map(counts.map((each) => [placeOf(each.promptId, each.engine), each]));
}

async function enginesBefore(
  comparison: WindowComparison | null,
  current: CountedAnswers,
  listed: readonly Engine[],
  now: ReadonlyMap<string, EnginePromptCount>,
  effects: DesignEffects,
) {
  if (comparison === null) return () => null;
  const slugs = listed.map(({ slug }) => slug);
  const answers = await comparedAnswers(comparison, current, slugs);
  const then = countsByPlace(await countPromptsByEngine(answers.earlier));
  return (promptId: number, engine: string) => {
    const [own, old] = [now, then].map((counts) => counts.get(placeOf(promptId, engine)));
    const pairs = pairedRows(own ? [own] : [], old ? [old] : []);
    return {
      figures: figuresOf(old, effects(engine, current.panel.self, daysIn(comparison.earlier))),
      judged: rateChange(answers, { engine, trackedId: current.panel.self }, pairs, (row) => ({
        events: row.named,
        trials: row.answers,
      })),
    };
  };
}

/** `ChatGPT (API): 12 of 56` */
function figureText({
  engine_name,
  present,
  responses,
}: Record<'engine_name', string> & Record<'present' | 'responses', number>): string {
  return `${engine_name}: ${present} of ${responses}`;
}

function questionOf(
  row: QuestionRow,
  { brand, branded, counted }: { brand: BrandSnapshot; branded: Branded; counted: PromptCount | undefined },
) {
  return {
    id: questionIdOf(row.digest),
    text: row.text,
    category: categoryOf(row.tags),
    tags: row.tags,
    branded,
    source: row.source,
    active: row.active,
    every: row.every,
    ...(row.markets.length > 0 && { markets: namesOf(row.markets, brand) }),
    answers: counted?.answers ?? 0,
    answers_naming_you: counted?.named ?? 0,
    web_search_volume: null,
    volume_checked_at: null,
  };
}

function namesOf(markets: readonly number[], brand: BrandSnapshot): string[] {
  return brand.markets.filter(({ id }) => markets.includes(id)).map(({ name }) => name);
}

/** Rates that differ by less count as equal. */
const NINE_DECIMALS = 1e9;

/**
 * The expected rate at which each prompt names the brand, by prompt id, in billionths. Prompts that name a tracked brand form their own
 * group.
 */
function expectedRates(
  rows: readonly QuestionRow[],
  branded: ReadonlyMap<number, Branded>,
  counts: ReadonlyMap<number, PromptCount>,
): ReadonlyMap<number, number> {
  const kinds = Map.groupBy(rows, ({ id }) => branded.get(id) === 'none');
  const expected = [...kinds.values()].flatMap((kind) => {
    const rates = shrunkRates(
      kind.map(({ id }) => ({
        events: counts.get(id)?.named ?? 0,
        trials: counts.get(id)?.answers ?? 0,
      })),
    );
    return kind.map(({ id }, index) => [id, Math.round((rates[index] ?? 0) * NINE_DECIMALS)] as const);
  });
  return new Map(expected);
}

/** Whether any two questions with answers have different expected rates. */
function haveDistinctRates(
  rows: readonly QuestionRow[],
  expected: ReadonlyMap<number, number>,
  counts: ReadonlyMap<number, PromptCount>,
): boolean {
  const asked = rows.filter(({ id }) => counts.has(id));
  return asked.length < 2 || new Set(asked.map(({ id }) => expected.get(id))).size > 1;
}

function inOrder(
  rows: readonly QuestionRow[],
  expected: ReadonlyMap<number, number>,
  counts: ReadonlyMap<number, PromptCount>,
): readonly QuestionRow[] {
  const [rateOfRow, countOf] = [
    ({ id }: QuestionRow) => expected.get(id) ?? 0,
    ({ id }: QuestionRow) => counts.get(id),
  ];
  return rows.toSorted(
    (one, other) =>
      Number(other.active) - Number(one.active) ||
      rateOfRow(other) - rateOfRow(one) ||
      (countOf(other)?.named ?? 0) - (countOf(one)?.named ?? 0) ||
      (countOf(other)?.answers ?? 0) - (countOf(one)?.answers ?? 0) ||
      (one.text < other.text ? -1 : 1),
  );
}

function noteOn(areToldApart: boolean): string {
  const order = areToldApart ? '' : ' No difference between questions exceeds chance.';
  return `Counts are answers on all engines together, which make no rate.${order}`;
}
