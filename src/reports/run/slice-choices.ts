import { activeMarkets, marketWords } from '../../domain/brand/market.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { periodOf } from '../../domain/time/period.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import { countModels } from '../../panel/counts/models.ts';
import { countPromptsByEngine } from '../../panel/counts/prompts.ts';
import { EVERY_ANSWER } from '../../panel/panel.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { findReadableBrand, readBrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { oneMarket, onlyIn } from '../shape/markets.ts';
import type { Caller } from '../shape/report.ts';
import { type SliceQuery, sliceOf, sliceQuery, UNKNOWN_MODEL } from '../shape/slice.ts';
import { type WindowQuery, windowOf, windowQuery } from '../shape/window.ts';
import { parseQuery, type RawQuery } from './query.ts';

/** The choices by which a reader can narrow a brand's answers. */
export interface SliceChoices {
  /** In one spelling each, in alphabetical order. */
  readonly tags: readonly string[];
  readonly questions: readonly { readonly id: string; readonly text: string }[];
  /** Models of newer answers, by name; `unknown` if the engine did not say. Empty for at most one. */
  readonly models: readonly string[];
  /** The active markets in words; reports about one market use the first by default. */
  readonly markets: readonly { readonly name: string; readonly words: string }[];
  /** Whether a model reads the answers. */
  readonly hasModel: boolean;
  /** Whether any answer may have been imported. */
  readonly hasImports: boolean;
}

const NOTHING: SliceChoices = {
  tags: [],
  questions: [],
  models: [],
  markets: [],
  hasModel: false,
  hasImports: false,
};

/** Models older than this are not offered. */
const MODEL_DAYS = 30;

/** A caller's choices for a brand; none if the caller may not read it. */
export async function sliceChoices(
  db: Database,
  now: number,
  caller: Caller,
  publicId: string,
): Promise<SliceChoices> {
  const found = await findReadableBrand(db, caller, publicId);
  if (!found?.configured) return NOTHING;
  const [brand, prompts] = await Promise.all([readBrandSnapshot(db, found), listTaggedPrompts(db, found.id)]);
  const period = periodOf(now, MODEL_DAYS);
  const counted = await countModels({ panel: openPanel(db, brand), period, only: EVERY_ANSWER });
  const models = [...counted.keys()].map((model) => model ?? UNKNOWN_MODEL);
  const byName = (one: string, other: string) => one.localeCompare(other, 'en');
  return {
    tags: [...new Set(prompts.flatMap(({ tags }) => tags))].sort(byName),
    questions: prompts.map(({ digest, text }) => ({ id: questionIdOf(digest), text })),
    models: models.length > 1 ? models.sort(byName) : [],
    markets: activeMarkets(brand.markets).map((market) => ({
      name: market.name,
      words: marketWords(market),
    })),
    hasModel: brand.reader !== null,
    hasImports: brand.hasImports,
  };
}

/** Answers per engine in a window and slice, and their number of questions. */
export interface ChosenCounts {
  readonly answers: ReadonlyMap<string, number>;
  /** Those of them that were imported. */
  readonly imported: ReadonlyMap<string, number>;
  /** For some engines; without any, for all. */
  readonly questions: (engines: readonly string[]) => number;
}

/**
 * Counts a choice's answers, without a report's questions and rates. Like reports about one market, it defaults to the first.
 *
 * @param chosen window and slice parameters
 * @returns null for a brand that the caller may not read
 * @throws SightlineError as a report does for wrong parameters
 */
export async function chosenCounts(
  db: Database,
  now: number,
  caller: Caller,
  publicId: string,
  chosen: RawQuery,
): Promise<ChosenCounts | null> {
  const found = await findReadableBrand(db, caller, publicId);
  if (!found?.configured) return null;
  const brand = await readBrandSnapshot(db, found);
  const panel = openPanel(db, brand);
  const query: WindowQuery & SliceQuery = parseQuery({ ...windowQuery(), ...sliceQuery }, chosen, [], now);
  const { period } = windowOf(now, query);
  const slice = await sliceOf({ db, brand, panel }, period, query);
  const only = { ...slice, markets: onlyIn(brand, oneMarket(brand, query)) };
  const rows = await countPromptsByEngine({ panel, period, only });
  const imported = brand.hasImports ? await countAnswers({ panel, period, only }) : [];
  const byEngine = Map.groupBy(rows, ({ engine }) => engine);
  return {
    answers: new Map(
      [...byEngine].map(([engine, of]) => [engine, of.reduce((sum, { answers }) => sum + answers, 0)]),
    ),
    imported: new Map(imported.map((each) => [each.engine, each.imported])),
    questions: (engines) =>
      new Set(
        rows
          .filter(({ engine }) => engines.length === 0 || engines.includes(engine))
          .map(({ promptId }) => promptId),
      ).size,
  };
}
