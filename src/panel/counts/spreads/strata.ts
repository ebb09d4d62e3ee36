import type { Reader } from '../../../domain/brand/reader.ts';
import { at } from '../../bytes.ts';
import { citingIn } from '../../citing.ts';
import type { CountedAnswers } from '../../panel.ts';
import { FRAMING_CODES, framingIn, isUnjudged } from '../../row.ts';
import {
  brandOf,
  type CountQuery,
  countGroups,
  isCited,
  isNamed,
  lookingForAll,
  type Rows,
} from '../../scan.ts';
import type { Tally } from '../../tally.ts';

/**
 * Events: the answer names the tracked brand, cites a page on its own sites, or recommends it. An answer that names it,
 * but that no model has judged, is no trial of `recommended`.
 */
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

type Key = [engine: number, prompt: number, model: number, cites: number];

export async function countStrata(answers: CountedAnswers, asked: StrataAsked): Promise<StratumCount[]> {
  const { names } = answers.panel;
  const { site } = asked;
  const of = { key: ['engine', 'prompt', 'model', 'cites'], width: 2, byEngine: true } as const;
  const bySite: CountQuery<'mentions' | 'sources', Key> = {
    ...of,
    // There are too many sites to keep their sums.
    name: null,
    kinds: ['mentions', 'sources'],
    add: (rows, tally, reader) => {
      const cites = site === null ? null : citingIn(rows.data.sources, names, { site });
      addAnswers(rows, { ...asked, reader }, cites, tally);
    },
  };
  const byModel: CountQuery<'mentions', Key> = {
    ...of,
    name: `strata ${asked.trackedId} ${asked.measure}`,
    kinds: ['mentions'],
    add: (rows, tally, reader) => addAnswers(rows, { ...asked, reader }, null, tally),
  };
  const tally = site === null ? await countGroups(answers, byModel) : await countGroups(answers, bySite);
  return tally.map(([engine, prompt, model, cites], count) => ({
    engine: names.engines.at(engine),
    promptId: names.prompts.at(prompt),
    model: names.models.at(model),
    cites: site === null ? null : cites === 1,
    answers: count(0),
    events: count(1),
  }));
}

function addAnswers(
  { data: { mentions }, rows }: Rows<'mentions'>,
  { trackedId, measure, reader }: StrataAsked & { readonly reader: Reader },
  cites: Uint8Array | null,
  tally: Tally<Key>,
): void {
  const { engine, prompt, model } = mentions;
  const brand = brandOf(mentions, trackedId);
  const isEvent = EVENTS[measure];
  for (const row of lookingForAll(rows, [brand])) {
    if (measure === 'recommended' && isUnjudged(at(brand.cell, row), reader)) continue;
    const group = tally.groupOf([at(engine, row), at(prompt, row), at(model, row), cites?.[row] ?? 0]);
    tally.add(group, 0);
    if (isEvent(at(brand.cell, row), reader)) tally.add(group, 1);
  }
}

const EVENTS: Readonly<Record<StrataMeasure, (cell: number, reader: Reader) => boolean>> = {
  named: isNamed,
  cited: isCited,
  recommended: (cell, reader) => framingIn(cell, reader) === FRAMING_CODES.recommended,
};
