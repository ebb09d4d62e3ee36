import type { Period } from '../../src/domain/period.ts';
import { countCompared } from '../../src/panel/counts/compared.ts';
import { countPairVoice } from '../../src/panel/counts/pair-voice.ts';
import { countPairRanks, countPairs, type PairRanks } from '../../src/panel/counts/pairs.ts';
import { listReadings } from '../../src/panel/counts/readings.ts';
import { areReadAlike, countClaimed, countClaimedVoice } from '../../src/storage/answers/claimed.ts';
import {
  countPairs as oldPairs,
  countPairVoice as oldPairVoice,
} from '../../src/storage/answers/claimed-pairs.ts';
import {
  countBrandPanel,
  countCompetitorPanel,
  countNamingPanel,
} from '../../src/storage/answers/panel-counts.ts';
import { countPanel } from '../../src/storage/watch/panel.ts';
import type { Twice } from './counted-twice.ts';

/** What claims, alerts, and the planner count, in both ways. */
export const COMPARED: readonly Twice[] = [
  {
    name: 'claims about a change',
    before: async ({ db, brand, period, engine, selfId, competitors }) =>
      await eachOf([selfId, ...competitors], (id) =>
        countClaimed(db, brand, id, { engine, window: period, baseline: null }),
      ),
    now: async (answers, { selfId, competitors }) =>
      (await eachOf([selfId, ...competitors], (id) => countCompared(answers, id))).map((row) => ({
        ...picked(row, ['engine', 'promptId', 'trackedId', 'answers', 'named', 'cited', 'classified']),
        ...picked(row, ['recommended', 'ranked', 'rankSum', 'rankSquares']),
        current: 1,
      })),
  },
  {
    name: 'claims about a change of a share',
    before: async ({ db, brand, period, engine, selfId, competitors }) =>
      await eachOf([selfId, ...competitors], (id) =>
        countClaimedVoice(db, brand, id, { engine, window: period, baseline: null }),
      ),
    now: async (answers, { selfId, competitors }) =>
      (await eachOf([selfId, ...competitors], (id) => countPairVoice(answers, [id, id]))).map((row) => ({
        ...picked(row, ['engine', 'promptId', 'trackedId', 'answers', 'x', 't', 'xx', 'xt', 'tt']),
        current: 1,
      })),
  },
  {
    name: 'claims about two brands',
    before: async ({ db, brand, period, engine, selfId, competitors }) =>
      await eachOf(competitors, (id) => oldPairs(db, brand.id, [id, selfId], { engine, window: period })),
    now: async (answers, { selfId, competitors }) =>
      await eachOf(competitors, async (id) => {
        const ranks = await countPairRanks(answers, [id, selfId]);
        return (await countPairs(answers, [id, selfId])).map((row) => ({
          ...row,
          ...rankSums(ranks.filter(({ engine }) => engine === row.engine)),
        }));
      }),
  },
  {
    name: 'claims about two shares',
    before: async ({ db, brand, period, engine, selfId, competitors }) =>
      await eachOf(competitors, (id) => oldPairVoice(db, brand.id, [id, selfId], { engine, window: period })),
    now: async (answers, { selfId, competitors }) =>
      (await eachOf(competitors, (id) => countPairVoice(answers, [id, selfId]))).map(
        ({ promptId: _, ...row }) => row,
      ),
  },
  {
    name: 'readings',
    before: async ({ db, brand, period, engine }) => [
      { alike: await areReadAlike(db, brand.id, { engine, window: period, baseline: null }) },
    ],
    now: async (answers) => [{ alike: (await listReadings(answers)).size < 2 }],
  },
  {
    name: 'alerts',
    before: async ({ db, brand, selfId, period, engine }) =>
      engine === null
        ? []
        : await countPanel(db, { brandId: brand.id, selfId, engine }, { current: period, baseline: NO_TIME }),
    now: async (answers, { selfId, engine }) =>
      engine === null
        ? []
        : (await eachOf(answers.panel.names.tracked.values, (id) => countCompared(answers, id, selfId))).map(
            ({ engine: _, recommended: _recommended, ranked: _r, rankSum: _s, rankSquares: _q, ...row }) => ({
              ...row,
              current: 1,
            }),
          ),
  },
  {
    name: 'the planner',
    before: async ({ db, brand, selfId, competitors, period }) => [
      ...(await countBrandPanel(db, brand, selfId, period, Number.NaN)),
      ...(await eachOf(competitors, (trackedId) =>
        countCompetitorPanel(db, brand.id, { selfId, trackedId }, period),
      )),
      ...(await countNamingPanel(db, brand.id, period)),
    ],
    now: async ({ panel, period }, { selfId, competitors }) => {
      const answers = { panel, period, only: {} };
      const cell = ['engine', 'promptId'] as const;
      return [
        ...(await countCompared(answers, selfId)).map((row) =>
          picked(row, [...cell, 'answers', 'named', 'citedNotNamed', 'classified', 'negative']),
        ),
        ...(await eachOf(competitors, (id) => countCompared(answers, id, selfId))).map((row) =>
          picked(row, [...cell, 'trackedId', 'eitherNamed', 'ahead']),
        ),
        ...(await eachOf([selfId, ...competitors], (id) => countCompared(answers, id))).map((row) =>
          picked(row, [...cell, 'trackedId', 'answers', 'named']),
        ),
      ];
    },
  },
];

const NO_TIME: Period = { from: 0, to: 0 };

/** The counts of each tracked brand, with its id. */
async function eachOf<Row extends object>(
  ids: readonly number[],
  count: (id: number) => Promise<readonly Row[]>,
): Promise<(Row & { trackedId: number })[]> {
  const rows: (Row & { trackedId: number })[] = [];
  for (const trackedId of ids) rows.push(...(await count(trackedId)).map((row) => ({ ...row, trackedId })));
  return rows;
}

function picked<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

/** What positions of two brands in the same answers add up to. */
function rankSums(ranks: readonly PairRanks[]) {
  const sum = (value: (one: PairRanks) => number) =>
    ranks.reduce((total, one) => total + one.answers * value(one), 0);
  const ends = (value: (one: PairRanks) => number) =>
    ranks.length === 0 ? [0, 0] : [Math.min(...ranks.map(value)), Math.max(...ranks.map(value))];
  const gap = ({ rank, otherRank }: PairRanks) => rank - otherRank;
  const [[leastRank, mostRank], [otherLeastRank, otherMostRank], [leastGap, mostGap]] = [
    ends(({ rank }) => rank),
    ends(({ otherRank }) => otherRank),
    ends(gap),
  ] as const;
  return {
    ...{ leastRank, mostRank, otherLeastRank, otherMostRank, leastGap, mostGap },
    ranked: sum(() => 1),
    rankSum: sum(({ rank }) => rank),
    otherRankSum: sum(({ otherRank }) => otherRank),
    gapSum: sum(gap),
    gapSquares: sum((one) => gap(one) ** 2),
    rankSquares: sum(({ rank }) => rank ** 2),
    otherRankSquares: sum(({ otherRank }) => otherRank ** 2),
  };
}
