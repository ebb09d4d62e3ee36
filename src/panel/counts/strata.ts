import { citing } from '../citing.ts';
import { lookedForAll, saidOf } from '../marks.ts';
import { MOST_MODELS, type PanelNames } from '../names.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMED, framingIn, NAMED } from '../row.ts';
import { type Counting, counted, engineIn, otherIn, type Rows, Tally, withEngine } from '../scan.ts';
import type { Kind, Mentions } from '../segment.ts';

/** What is counted of an answer for a tracked brand: that it names it, cites a page of its own sites, or recommends it. */
export const STRATA_MEASURES = ['named', 'cited', 'recommended'] as const;
export type StrataMeasure = (typeof STRATA_MEASURES)[number];

/** Answers to one prompt by one model of an engine in which a tracked brand was looked for; of those that cite a site, or of the others. */
export interface StratumCount {
  readonly engine: string;
  readonly promptId: number;
  /** Null where it is not known. */
  readonly model: string | null;
  /** Whether they cite the site; null where none is asked for. */
  readonly cites: boolean | null;
  readonly answers: number;
  readonly events: number;
}

/** What is counted, of which tracked brand, and by which site its answers are distinguished. */
export interface StrataAsked {
  readonly trackedId: number;
  readonly measure: StrataMeasure;
  readonly site: string | null;
}

/** Counts answers by engine, prompt, model, and whether they cite a site. */
export async function countStrata(answers: CountedAnswers, asked: StrataAsked): Promise<StratumCount[]> {
  const { engines, prompts, models } = answers.panel.names;
  const totals =
    asked.site === null
      ? await counted(answers, strata(asked))
      : await counted(answers, strataBySite(asked, asked.site, answers.panel.names));
  return totals.map((group, count) => {
    const other = otherIn(group);
    const promptAndModel = Math.floor(other / 2);
    return {
      engine: engines.values[engineIn(group)] as string,
      promptId: prompts.values[Math.floor(promptAndModel / MOST_MODELS)] as number,
      model: models.values[promptAndModel % MOST_MODELS] as string | null,
      cites: asked.site === null ? null : other % 2 === 1,
      ...{ answers: count(0), events: count(1) },
    };
  });
}

function strata({ trackedId, measure }: StrataAsked): Counting<'mentions'> {
  return {
    name: `strata ${trackedId} ${measure}`,
    kinds: ['mentions'],
    width: 2,
    byEngine: true,
    sums: (rows) => sumsOf(rows, trackedId, measure, null),
  };
}

/** Sums of one site are not kept: there are too many sites. */
function strataBySite(
  { trackedId, measure }: StrataAsked,
  site: string,
  names: PanelNames,
): Counting<'mentions' | 'sources'> {
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
      return framingIn(cell) === FRAMED.recommended;
  }
}

/** An engine and a model that served it, by the numbers that all segments share. */
interface EngineModel {
  readonly engine: number;
  readonly model: number;
}

/** The engines with their models in a segment, and which of these each answer is of. A model serves one engine, so there are few. */
function engineModels({ n, engine, model }: Mentions): {
  readonly pairs: readonly EngineModel[];
  readonly codes: Uint32Array;
} {
  const pairs: EngineModel[] = [];
  // Counted from 1, by the codes of engines and models.
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
