import Type from 'typebox';
import { CHANGE_DIRECTIONS, CHANGE_STATES } from '../../domain/alerts/change.ts';
import { elsewhereSentence } from '../../domain/alerts/change-words.ts';
import { MEASURES } from '../../stats/alerts/gates.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { column, pointsAt, rateAt } from '../shape/columns.ts';
import { marketQuery, oneMarket } from '../shape/markets.ts';
import { defineReport, limitParameter, pastInstantParameter } from '../shape/report.ts';
import {
  count,
  engineSlug,
  IntervalSchema,
  named,
  nullable,
  nullableText,
  oneOf,
  points,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { lastComparedNote } from './alerts-note.ts';
import { changeRows, changesElsewhere, listChanges, startOf } from './change-rows.ts';

const daysSchema = (description: string) =>
  Type.Object({ from: text('The first UTC day.'), until: text('The last one.') }, { description });

const ChangedSideSchema = named(
  'ChangedSide',
  {
    ...rateProperties,
    present: count('Answers that the measure counts.'),
    responses: count('Answers to the questions answered on both sides: the denominator.'),
    interval: nullable(
      IntervalSchema,
      'Its 95% interval, to 3 decimals; null if either rate is. It allows for the unknown first day, and for the alert having ' +
        'chosen this change (statistics.md).',
    ),
    window: daysSchema('The counted days.'),
  },
  'One side of a change.',
);

const ChangeSchema = named(
  'Change',
  {
    id: Type.String({
      pattern: '^chg_[0-9A-Za-z]{12}$',
      description: 'Opaque id; /answers takes it as `change`.',
    }),
    ...MARKET.properties,
    ...ENGINE.properties,
    measure: oneOf(MEASURES, 'The share that changed, as in /comparisons.'),
    competitor: nullableText('For `overtaken`, the competitor that is ahead.'),
    direction: oneOf(CHANGE_DIRECTIONS, 'Whether the share fell or rose.'),
    state: oneOf(
      CHANGE_STATES,
      '`holds`: the newest check still found it. `over`: three checks in a row did not. `unknown`: the newest check could not ' +
        'tell (too few answers, an outage, the engine is off), it is 90 days old, or there was no check for two days.',
    ),
    state_since: text(
      'The UTC day of the first check in that state; for `unknown` without checks, of the last one.',
    ),
    found: text('The UTC day of its first alert.'),
    likely_start: nullable(
      daysSchema('It most likely began on one of them.'),
      'Null if too few days show it; then it began by `found` at the latest.',
    ),
    last_step: nullable(
      daysSchema('Its newest level most likely began on one of them.'),
      'If it went on, in steps or gradually: `since` counts after the last step, and `before` is before the first. Null for one step.',
    ),
    likely_end: nullable(
      daysSchema('It most likely ended on one of them.'),
      'Null unless it is over and the days show it.',
    ),
    over_since: nullableText(
      'If it is over: the likely UTC day, or without likely days the day of the check.',
    ),
    observed_until: nullableText(
      'The last UTC day with answers that count; the sentence names it if it is days ago.',
    ),
    before: ChangedSideSchema,
    since: ChangedSideSchema,
    difference: nullable(
      Type.Object({
        points: points('Since minus before, in percentage points.'),
        lower: points("Its 95% interval's lower end."),
        upper: points('Upper end.'),
      }),
      'Null where a rate is.',
    ),
    sentence: text('All this in words, as every page and message says it.'),
    alerts: readonlyList(Type.String(), 'The ids of its alerts, oldest first.'),
  },
  'A change that alerts reported, with its own days.',
);

export type Change = Type.Static<typeof ChangeSchema>;

const NOTE =
  'A change has its own days: before its likely start, and since. Days on which it may have begun are in neither. While it holds, read ' +
  'its engine by the share since: a window over both mixes two levels.';

const OLDER_LEFT_OUT = ' There are older changes; `limit` cut the list.';

export const changes = defineReport({
  name: 'changes',
  summary: 'Changes that alerts reported: since when, the share before and since, whether it holds.',
  description: 'Of questions answered on both sides. Quote `sentence`.',
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    limit: limitParameter('changes'),
    id: Type.Optional(Type.String({ description: 'Only this change.' })),
    ...marketQuery,
    engine: Type.Optional(engineSlug('Only this engine.')),
    measure: Type.Optional(oneOf(MEASURES, 'Only this share.')),
    state: Type.Optional(oneOf(CHANGE_STATES, 'In this state.')),
    over_from: Type.Optional(pastInstantParameter('None over before.')),
  },
  data: readonlyList(ChangeSchema, 'Newest start first.'),
  meta: {
    elsewhere: readonlyList(
      Type.Object({ market: text('Its name.'), holding: count('Changes that hold there.') }),
      'The other markets with changes that hold; changes are never averaged over markets.',
    ),
  },
  columns: {
    rows: {
      none: 'No changes.',
      columns: [
        column('text', 'found', 'Found'),
        ...MARKET.columns,
        ...ENGINE.columns,
        column('code', 'measure', 'Measure'),
        column('text', 'competitor', 'Competitor', { whereVaried: true }),
        {
          id: 'before_rate',
          label: 'Before',
          ...rateAt('before'),
          answerFilter: ({ id }) => ({ change: id, side: 'before', figure: 'present' }),
          denominatorFilter: ({ id }) => ({ change: id, side: 'before' }),
        },
        {
          id: 'since_rate',
          label: 'Since',
          ...rateAt('since'),
          answerFilter: ({ id }) => ({ change: id, side: 'since', figure: 'present' }),
          denominatorFilter: ({ id }) => ({ change: id, side: 'since' }),
        },
        pointsAt('difference_points', 'difference', 'Points (95%)'),
        column('code', 'state', 'State'),
        column('prose', 'sentence', 'In words'),
        column('text', 'state_since', 'State since', { csvOnly: true }),
        column('code', 'direction', 'Direction', { csvOnly: true }),
        ...(['before', 'since'] as const).flatMap((side) => [
          {
            id: `${side}_from`,
            label: `${side} from`,
            kind: 'text',
            field: `${side}.window.from`,
            csvOnly: true,
          } as const,
          {
            id: `${side}_until`,
            label: `${side} until`,
            kind: 'text',
            field: `${side}.window.until`,
            csvOnly: true,
          } as const,
        ]),
        { id: 'start_from', label: 'Began from', kind: 'text', field: 'likely_start.from', csvOnly: true },
        { id: 'start_until', label: 'Began until', kind: 'text', field: 'likely_start.until', csvOnly: true },
        { id: 'step_from', label: 'Last step from', kind: 'text', field: 'last_step.from', csvOnly: true },
        { id: 'step_until', label: 'Last step until', kind: 'text', field: 'last_step.until', csvOnly: true },
        { id: 'end_from', label: 'Ended from', kind: 'text', field: 'likely_end.from', csvOnly: true },
        { id: 'end_until', label: 'Ended until', kind: 'text', field: 'likely_end.until', csvOnly: true },
        column('text', 'over_since', 'Over since', { csvOnly: true }),
        column('text', 'observed_until', 'Observed until', { csvOnly: true }),
        { id: 'alerts', label: 'Alerts', kind: 'list', csvOnly: true, items: ({ alerts }) => alerts },
        column('text', 'id', 'Id', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  async run(context, { limit, id, engine, measure, state, over_from: overFrom = 0, ...query }) {
    const { id: marketId } = oneMarket(context.brand, query);
    const chosen = (await listChanges(context, { marketId, id, engine, measure, state }))
      .filter((each) => each.state !== 'over' || each.stateSince >= overFrom)
      .toSorted((one, other) => startOf(other) - startOf(one));
    const data = await changeRows(context, chosen.slice(0, limit));
    const older = chosen.length > limit ? OLDER_LEFT_OUT : '';
    const note = data.length === 0 ? 'No alert has reported such a change.' : `${NOTE}${older}`;
    const elsewhere = await changesElsewhere(context, marketId);
    const sentences = [note, await lastComparedNote(context), elsewhereSentence(elsewhere)];
    return { note: sentences.filter((each) => each !== '').join(' '), meta: { elsewhere }, data };
  },
});
