import { citing } from '../../citing.ts';
import { lookedForAll, saidOf } from '../../marks.ts';
import { MOST_MODELS, type PanelNames } from '../../names.ts';
import type { CountedAnswers } from '../../panel.ts';
import { CITED, FRAMING_CODES, framingIn, NAMED } from '../../row.ts';
import { type CountQuery, countGroups, engineIn, otherIn, type Rows, Tally, withEngine } from '../../scan.ts';
import type { Kind, Mentions } from '../../segment.ts';

/** Events: the answer names the tracked brand, cites a page on its own sites, or recommends it. */
export const STRATA_MEASURES = ['named', 'cited', 'recommended'] as const;
export type StrataMeasure = (typeof STRATA_MEASURES)[number];

/**
 * Answers by one engine's model to one prompt in which a brand was looked for, with or without a citation of a site.
 */
export interface StratumCount {
  readonly engine: string;
  readonly promptId: number;
  /** Null if unknown. */
  readonly model: string | null;
  /** Null if no site is given. */
  readonly cites: boolean | null;
  readonly answers: number;
  readonly events: number;
}

/** The events, the tracked brand, and the site that separates the answers. */
export interface StrataAsked {
  readonly trackedId: number;
  readonly measure: StrataMeasure;
  readonly site: string | null;
}

export async function countStrata(answers: CountedAnswers, asked: StrataAsked): Promise<StratumCount[]> {
  const { engines, prompts, models } = answers.panel.names;
  const totals =
    asked.site === null
      ? await countGroups(answers, strata(asked))
      : await countGroups(answers, strataBySite(asked, asked.site, answers.panel.names));
  return totals.map((group, count) => {
    const other = otherIn(group);
    const promptAndModel = Math.floor(other / 2);
    return {
      engine: engines.values[engineIn(group)] as string,
      promptId: prompts.values[Math.floor(promptAndModel / MOST_MODELS)] as number,
      model: models.values[promptAndModel % MOST_MODELS] as string | null,
      cites: asked.site === null ? null : other % 2 === 1,
      answers: count(0),
      events: count(1),
    };
  });
}

function strata({ trackedId, measure }: StrataAsked): CountQuery<'mentions'> {
  return {
    name: `strata ${trackedId} ${measure}`,
    kinds: ['mentions'],
    width: 2,
    byEngine: true,
    sums: (rows) => sumsOf(rows, trackedId, measure, null),
  };
}

/** Does not cache sums per site: there are too many sites. */
function strataBySite(
  { trackedId, measure }: StrataAsked,
  site: string,
  names: PanelNames,
): CountQuery<'mentions' | 'sources'> {
  return {
    name: null,
    kinds: ['mentions', 'sources'],
    width: 2,
    sums: (rows) => sumsOf(rows, trackedId, measure, citing(rows.data.sources, names, { site })),
  };
}

function sumsOf<Kinds extends Kind>(
  { data: { mentions }, keep }: Rows<Kinds>,
  trackedId: number,
  measure: StrataMeasure,
  cites: Uint8Array | null,
) {
  const isLookedFor = lookedForAll(mentions, [trackedId]);
  const cells = saidOf(mentions, trackedId, 'cell');
  const { pairs, codes } = engineModels(mentions);
  const tally = new Tally(mentions.prompt.of.length * pairs.length * 2, 2);
  for (let row = 0; row < mentions.n; row++) {
    if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
    const promptAndPair = (mentions.prompt.codes[row] as number) * pairs.length + (codes[row] as number);
    const group = 2 * promptAndPair + (cites === null ? 0 : (cites[row] as number));
    tally.add(group, 0, 1);
    if (isEvent(cells[row] as number, measure)) tally.add(group, 1, 1);
  }
  return tally.sums((group) => {
    const promptAndPair = Math.floor(group / 2);
    const { engine, model } = pairs[promptAndPair % pairs.length] as EngineModel;
    const prompt = mentions.prompt.of[Math.floor(promptAndPair / pairs.length)] as number;
    return withEngine(2 * (prompt * MOST_MODELS + model) + (group % 2), engine);
  });
}

function isEvent(cell: number, measure: StrataMeasure): boolean {
  switch (measure) {
    case 'named':
      return (cell & NAMED) !== 0;
    case 'cited':
      return (cell & CITED) !== 0;
    case 'recommended':
      return framingIn(cell) === FRAMING_CODES.recommended;
  }
}

/** An engine and its model, by shared number. */
interface EngineModel {
  readonly engine: number;
  readonly model: number;
}

/** A segment's engine-model pairs, and each answer's pair. There are few: a model serves one engine. */
function engineModels({ n, engine, model }: Mentions): {
  readonly pairs: readonly EngineModel[];
  readonly codes: Uint32Array;
} {
  const pairs: EngineModel[] = [];
  // From 1, by engine and model code.
  const known = new Uint32Array(engine.of.length * model.of.length);
  const codes = new Uint32Array(n);
  for (let row = 0; row < n; row++) {
    const at = (engine.codes[row] as number) * model.of.length + (model.codes[row] as number);
    if (known[at] === 0) {
      known[at] = pairs.push({
        engine: engine.of[engine.codes[row] as number] as number,
        model: model.of[model.codes[row] as number] as number,
      });
    }
    codes[row] = (known[at] as number) - 1;
  }
  return { pairs, codes };
}
