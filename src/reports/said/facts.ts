import Type from 'typebox';
import { byEngine } from '../../domain/answers/engine.ts';
import { FACT_TYPES, type Fact, factWords } from '../../domain/brand/fact.ts';
import { MIN_SAMPLE, type SampleDesign } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { daysIn } from '../../domain/time/period.ts';
import { readingKey } from '../../extract/reading-key.ts';
import {
  countFacts,
  type FactCount,
  type FactsOfEngine,
  type FactsOfToday,
  factCountOf,
  newestOf,
  noneUnread,
  type SaidOfFacts,
  spreadOfFact,
  WHY_UNREAD,
  type WhyUnread,
} from '../../panel/counts/facts.ts';
import { factSentences, listSaidOfFacts } from '../../storage/answers/fact-readings.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { FACT } from '../dimensions/fact.ts';
import { MARKET } from '../dimensions/market.ts';
import { measureColumns } from '../measures/measure.ts';
import { STATED } from '../measures/stated.ts';
import { RANGE_NOTE } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { needsModel, readerMeta, readerMetaOf, readerNote, readerQuery } from '../shape/reader.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import { count, instant, named, nullableText, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfEach, type MarketAnswers } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Maximum contradictions per fact and market, and pages per contradiction. */
const MOST_CONTRADICTIONS = 10;
const MOST_PAGES = 10;

const FactSchema = named(
  'FactRow',
  {
    ...MARKET.properties,
    ...ENGINE.properties,
    ...FACT.properties,
    type: oneOf(FACT_TYPES, 'Its type.'),
    value: text('As declared.'),
    ...STATED.properties,
  },
  "One engine's answers on one fact.",
);

const ContradictionSchema = named(
  'FactContradiction',
  {
    ...MARKET.properties,
    ...ENGINE.properties,
    ...FACT.properties,
    sentence: nullableText('Verbatim.'),
    question: text('The question asked.'),
    answer_id: text("The answer's id in /answers."),
    collected_at: instant("The answer's time."),
    pages: readonlyList(Type.String(), `Pages that the answer cites, at most ${MOST_PAGES}.`),
  },
  'An answer that contradicts a fact.',
);

export const facts = defineReport({
  name: 'facts',
  summary: 'Whether answers state or contradict the facts that you declared about the brand.',
  description:
    'You declare facts in the apply file. A model finds the value that an answer states, with its words; Sightline compares it ' +
    'with yours. Ranges, comparisons, and other currencies are unclear. Without a model there are no rows.',
  takesBrand: true,
  countsMentions: true,
  query: { ...windowQuery(), engine: engineParameter, ...sliceQuery, ...readerQuery },
  data: Type.Object({
    facts: readonlyList(FactSchema, 'By market, fact, and engine with answers.'),
    contradictions: readonlyList(
      ContradictionSchema,
      `By market and fact, newest first: at most ${MOST_CONTRADICTIONS} per fact.`,
    ),
  }),
  meta: {
    ...windowMeta,
    ...readerMeta,
    answers_left_out: count('Answers that name you and that the model has not read with every current fact.'),
    left_out_by: Type.Object(
      {
        other_names: count('Those in which Sightline did not look for every brand tracked now.'),
        waiting: count('Those that no model has read yet.'),
        not_judged: count('Those that a model failed to read.'),
        before_newest: count('Those that it read before you added a fact: they count for the facts before.'),
      },
      { description: 'The same by why: only `before_newest` count for some facts.' },
    ),
  },
  columns: {
    facts: {
      title: 'Facts',
      none: 'No declared facts, no answers in this window, or no model to read them.',
      columns: [
        ...MARKET.columns,
        ...FACT.columns,
        { id: 'type', label: 'Type', kind: 'text', field: 'type', csvOnly: true },
        { id: 'value', label: 'Declared', kind: 'text', field: 'value' },
        ...ENGINE.columns,
        ...measureColumns([STATED], { of: [MARKET, FACT, ENGINE] }),
      ],
    },
    contradictions: {
      title: 'Contradictions',
      none: 'No answer in this window contradicts a fact.',
      columns: [
        ...MARKET.columns,
        ...FACT.columns,
        { id: 'sentence', label: 'Sentence', kind: 'prose', field: 'sentence' },
        ...ENGINE.columns,
        { id: 'collected_at', label: 'When', kind: 'instant', field: 'collected_at', day: true },
        { id: 'question', label: 'Question', kind: 'prose', field: 'question' },
        { id: 'pages', label: 'Pages cited', kind: 'list', items: ({ pages }) => pages, none: 'none' },
        { id: 'answer_id', label: 'Answer', kind: 'text', field: 'answer_id' },
      ],
    },
  },
  errors: [],
  tableNote: RANGE_NOTE,
  leftOutNote,
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const { db, brand } = context;
    const declared = await listFacts(db, brand.id);
    const today = { names: readingKey(brand.tracked), factIds: declared.map(({ id }) => id) };
    const store = { ...context, declared, today };
    const asking = await answersOfEach(context, query, period);
    const { reader } = await readerMetaOf(
      context,
      asking.map(({ answers }) => answers),
    );
    if (context.panel.reader === 'rules') {
      return {
        note: needsModel(context),
        meta: { ...meta, reader, answers_left_out: 0, left_out_by: noneUnread() },
        data: { facts: [], contradictions: [] },
      };
    }
    const said = declared.length === 0 ? null : await listSaidOfFacts(db, brand.id, period);
    const [branded, effectsIn] = [await namingPrompts(context), designEffects(context)];
    const markets: Counted[] = [];
    for (const asked of asking) {
      const { panel, only } = asked.answers;
      const effects = await effectsIn(only);
      markets.push({
        ...(await countedIn(store, asked, said)),
        sampleDesignOf: (engine, count) => ({
          questions: spreadOfFact(count, panel, branded),
          designEffect: effects(engine, panel.self, daysIn(period)),
        }),
      });
    }
    const by = sumOf(markets.flatMap(({ engines }) => engines.map(({ unread }) => unread)));
    const all = WHY_UNREAD.reduce((sum, why) => sum + by[why], 0);
    return {
      note:
        `Rates below ${MIN_SAMPLE} answers are null, which is not zero. Never average engines. Check a contradiction in its answer ` +
        `before you act on it; the answer cites the pages, which need not say so. ${readerNote(reader)}`,
      meta: { ...meta, reader, answers_left_out: all, left_out_by: by },
      data: {
        facts: markets.flatMap((each) => rowsOf(declared, each)),
        contradictions: (await Promise.all(markets.map((each) => contradictionsIn(store, each)))).flat(),
      },
    };
  },
});

type Store = Pick<ReportContext, 'db' | 'brand'> & {
  readonly declared: readonly Fact[];
  readonly today: FactsOfToday;
};

/** A market's counts, in engine order. */
interface Counted extends CountedMarket {
  /** The sample design for an engine's answers that state a fact. */
  readonly sampleDesignOf: (engine: string, count: FactCount) => SampleDesign;
}

interface CountedMarket {
  readonly market: string;
  readonly engines: readonly FactsOfEngine[];
}

function sumOf(counts: readonly Readonly<Record<WhyUnread, number>>[]): Record<WhyUnread, number> {
  const sum = noneUnread();
  for (const each of counts) for (const why of WHY_UNREAD) sum[why] += each[why];
  return sum;
}

const WHY_WORDS: Readonly<Record<WhyUnread, string>> = {
  other_names: 'in which Sightline did not look for every brand tracked now',
  waiting: 'that no model has read yet',
  not_judged: 'that a model could not judge',
  before_newest: 'that the model read before you added a fact, which count only for the facts before',
};

/** Which answers do not count, or not for every fact. */
function leftOutNote({
  left_out_by: by,
}: {
  readonly left_out_by: Readonly<Record<WhyUnread, number>>;
}): string {
  const parts = WHY_UNREAD.flatMap((why) =>
    by[why] === 0 ? [] : [`${by[why].toLocaleString('en-US')} ${WHY_WORDS[why]}`],
  );
  return parts.length === 0 ? '' : `Left out of answers that name you: ${parts.join('; ')}.`;
}

async function countedIn(
  { today }: Pick<Store, 'today'>,
  { market, answers }: MarketAnswers,
  said: SaidOfFacts | null,
): Promise<CountedMarket> {
  const found = said === null ? [] : await countFacts(answers, said, today);
  return {
    market: market.name,
    engines: found.toSorted((one, other) => byEngine(one.engine, other.engine)),
  };
}

function rowsOf(declared: readonly Fact[], { market, engines, sampleDesignOf }: Counted) {
  return declared.flatMap(({ id, name, value }) =>
    engines.map((each) => {
      const { engine } = each;
      const said = factCountOf(each, id);
      return {
        market,
        ...ENGINE.fields(engine),
        fact: name,
        type: value.type,
        value: factWords(value),
        ...STATED.figures(said, sampleDesignOf(engine, said)),
      };
    }),
  );
}

async function contradictionsIn({ db, brand, declared }: Store, { market, engines }: Counted) {
  const newest = declared.flatMap(({ id: factId }) =>
    newestOf(
      engines.flatMap((each) => factCountOf(each, factId).contradicting),
      MOST_CONTRADICTIONS,
    ).map(({ answerId }) => ({ answerId, factId })),
  );
  const nameOf = new Map(declared.map(({ id, name }) => [id, name]));
  const found = await factSentences(db, brand.id, newest);
  return found.map(({ factId, sentence, engine, question, publicId, collectedAt, pages }) => ({
    market,
    ...ENGINE.fields(engine),
    fact: nameOf.get(factId) ?? '',
    sentence,
    question,
    answer_id: publicId,
    collected_at: formatInstant(collectedAt),
    pages: pages.slice(0, MOST_PAGES),
  }));
}
