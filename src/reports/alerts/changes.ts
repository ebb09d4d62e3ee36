import Type from 'typebox';
import { CHANGE_DIRECTIONS, CHANGE_STATES, isUnchecked, stateNow } from '../../domain/alerts/change.ts';
import { changeSentence } from '../../domain/alerts/change-words.ts';
import { ENGINE_SLUGS, engineNameOf } from '../../domain/answers/engine.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { independent } from '../../domain/figures/proportion.ts';
import { type Rate, rateOf } from '../../domain/figures/rate.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, daysIn, type Period } from '../../domain/time/period.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import { kindsOf, MEASURED_AS, MEASURES } from '../../stats/alerts/gates.ts';
import type { LikelyDays } from '../../stats/alerts/likely-days.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { newcombe } from '../../stats/rates/intervals.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import { type AlertRow, listAlerts } from '../../storage/watch/alerts.ts';
import { findLastEvaluation } from '../../storage/watch/evaluations.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { column, pointsAt, rateAt } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { marketQuery, oneMarket } from '../shape/markets.ts';
import { booleanParameter, defineReport, limitParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
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
import { answersOf, changeBehind, type KnownChange, sidesOf, trackedIds } from './known-change.ts';

const daysSchema = (description: string) =>
  Type.Object({ from: text('The first UTC day.'), until: text('The last one.') }, { description });

const ChangedSideSchema = named(
  'ChangedSide',
  {
    ...rateProperties,
    present: count('Answers that the measure counts.'),
    responses: count('Answers to the questions answered on both sides: the denominator.'),
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
    likely_end: nullable(
      daysSchema('It most likely ended on one of them.'),
      'Null unless it is over and the days show it.',
    ),
    over_since: nullableText(
      'If it is over: the likely UTC day, or without likely days the day of the check.',
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
  'A change has its own days: before its likely start, and since. Days on which it may have begun are in neither. Read an engine whose ' +
  'change holds by `since`; a window over both mixes two levels.';

const OLDER_LEFT_OUT = ' There are older changes; `limit` cut the list.';

/** How long a change that is over is still news. */
const RECENT_DAYS = 7;

/** More alerts than a market has in years. */
const MOST_ALERTS = 1000;

export const changes = defineReport({
  name: 'changes',
  summary:
    'Each change that alerts reported: when it began, the share before and since, and whether it holds.',
  description:
    'Counted over the questions answered on both sides. `sentence` is the change in words: quote it.',
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    limit: limitParameter('changes'),
    ...marketQuery,
    engine: Type.Optional(oneOf(ENGINE_SLUGS, 'Only this engine.')),
    measure: Type.Optional(oneOf(MEASURES, 'Only this share.')),
    state: Type.Optional(oneOf(CHANGE_STATES, 'Only changes in this state.')),
    recent: booleanParameter(`Only changes that hold, or were over in the last ${RECENT_DAYS} days.`, {
      default: false,
    }),
  },
  data: readonlyList(ChangeSchema, 'Newest start first.'),
  meta: {},
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
        { id: 'end_from', label: 'Ended from', kind: 'text', field: 'likely_end.from', csvOnly: true },
        { id: 'end_until', label: 'Ended until', kind: 'text', field: 'likely_end.until', csvOnly: true },
        column('text', 'over_since', 'Over since', { csvOnly: true }),
        { id: 'alerts', label: 'Alerts', kind: 'list', csvOnly: true, items: ({ alerts }) => alerts },
        column('text', 'id', 'Id', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  async run(context, { limit, engine, measure, state, recent, ...query }) {
    const known = await knownChanges(context, oneMarket(context.brand, query).id, measure);
    const chosen = known
      .filter((each) => engine === undefined || each.engine === engine)
      .filter((each) => state === undefined || each.state === state)
      .filter((each) => !recent || isRecent(each, context.now))
      .toSorted((one, other) => startOf(other) - startOf(one));
    const effectsIn = designEffects(context);
    const data: Change[] = [];
    for (const each of chosen.slice(0, limit)) {
      const name = `change ${context.brand.id} ${each.id} ${context.now}`;
      const count = async () => changeRow(context, each, await effectsIn(answersOf(context, each).only));
      data.push(await onceIn(context.db, name, count));
    }
    const older = chosen.length > limit ? OLDER_LEFT_OUT : '';
    const note = data.length === 0 ? 'No alert has reported such a change.' : `${NOTE}${older}`;
    return { note: `${note} ${await lastComparedNote(context)}`, meta: {}, data };
  },
});

/** By whole UTC days, as `state_since` has them. */
function isRecent({ state, stateSince }: KnownChange, now: number): boolean {
  const since = dayOf(stateSince) * DAY_MS;
  return state === 'holds' || (state === 'over' && now - since < RECENT_DAYS * DAY_MS);
}

/** A change with its alerts. */
interface ListedChange extends KnownChange {
  readonly id: string;
  readonly alerts: readonly string[];
}

/** The first day on which it may have begun. */
function startOf({ likely, foundAt }: KnownChange): number {
  return likely?.first ?? dayOf(foundAt);
}

async function knownChanges(
  context: ReportContext,
  marketId: number,
  measure: Change['measure'] | undefined,
): Promise<ListedChange[]> {
  const { db, brand, now } = context;
  const kinds = measure && kindsOf(measure);
  const rows = await listAlerts(db, brand.id, { marketId, kinds, limit: MOST_ALERTS });
  const checkedAt = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? null;
  const idOf = await trackedIds(context);
  return [...Map.groupBy(rows, ({ changeId }) => changeId)].flatMap(([id, newestFirst]) => {
    const alerts = newestFirst.toReversed();
    const change = changeBehind(alerts[0] as AlertRow, idOf);
    if (change === null) return [];
    const state = stateNow(change.state, isUnchecked(checkedAt, now));
    const stateSince = state === change.state ? change.stateSince : (checkedAt ?? change.stateSince);
    return { ...change, id, state, stateSince, alerts: alerts.map(({ publicId }) => publicId) };
  });
}

async function changeRow(
  context: ReportContext,
  change: ListedChange,
  effects: DesignEffects,
): Promise<Change> {
  const { brand, now } = context;
  const { before, since, end } = await sidesOf(context, change);
  const counted = await countedSides(context, change, { before, since });
  const [earlier, later] = [
    rateIn(counted.before, effectOn(context, change, effects, before)),
    rateIn(counted.since, effectOn(context, change, effects, since)),
  ];
  const row = {
    id: change.id,
    market: brand.markets.find(({ id }) => id === change.marketId)?.name ?? '',
    engine: change.engine,
    engine_name: engineNameOf(change.engine),
    measure: change.measure,
    competitor: change.competitor,
    direction: change.direction < 0 ? CHANGE_DIRECTIONS[0] : CHANGE_DIRECTIONS[1],
    state: change.state,
    state_since: formatDay(dayOf(change.stateSince)),
    found: formatDay(dayOf(change.foundAt)),
    likely_start: change.likely && daysFields(change.likely),
    likely_end: end && daysFields(end),
    over_since: change.state === 'over' ? formatDay(end ? middleOf(end) : dayOf(change.stateSince)) : null,
    before: { ...earlier.rate, window: windowFields(before) },
    since: { ...later.rate, window: windowFields(since) },
    difference: differenceOf(earlier, later),
    alerts: change.alerts,
  };
  return { ...row, sentence: changeSentence(row, { brand: brand.name, now }) };
}

type Counted = { readonly events: number; readonly trials: number };

/** Both sides over the questions answered in both, as comparisons count. */
async function countedSides(
  context: ReportContext,
  change: KnownChange,
  periods: { readonly before: Period; readonly since: Period },
): Promise<{ readonly before: Counted; readonly since: Counted }> {
  const answers = answersOf(context, change);
  const { self } = context.panel;
  const countIn = async (period: Period) =>
    await countCompared({ ...answers, period }, change.trackedId, self);
  const [before, since] = [await countIn(periods.before), await countIn(periods.since)];
  const { events, trials } = MEASURED_AS[change.measure];
  const over = (rows: typeof since, others: typeof since) => {
    const asked = new Set(others.map(({ promptId }) => promptId));
    const shared = rows.filter(({ promptId }) => asked.has(promptId));
    const sum = (what: typeof events | typeof trials) => shared.reduce((total, row) => total + row[what], 0);
    return { events: sum(events), trials: sum(trials) };
  };
  return { before: over(before, since), since: over(since, before) };
}

/** The design effect of answers that name the brand itself, as for alerts. */
function effectOn({ panel }: ReportContext, { engine }: KnownChange, effects: DesignEffects, period: Period) {
  return effects(engine, panel.self, Math.max(1, daysIn(period)));
}

interface CountedRate {
  readonly rate: Rate;
  readonly independent: Counted;
}

function rateIn(counted: Counted, designEffect: number | null): CountedRate {
  return {
    rate: rateOf(counted.events, counted.trials, { designEffect }),
    independent: independent(counted, designEffect),
  };
}

/** A null rate must not reappear through its difference. */
function differenceOf(before: CountedRate, since: CountedRate): Change['difference'] {
  if (before.rate.rate === null || since.rate.rate === null) return null;
  const { lower, upper } = newcombe(since.independent, before.independent);
  const difference = since.rate.present / since.rate.responses - before.rate.present / before.rate.responses;
  return { points: pointsOf(difference), lower: pointsOf(lower), upper: pointsOf(upper) };
}

function daysFields({ first, last }: LikelyDays) {
  return { from: formatDay(first), until: formatDay(last) };
}

function windowFields({ from, to }: Period) {
  return { from: formatDay(dayOf(from)), until: formatDay(dayOf(to - 1)) };
}

function middleOf({ first, last }: LikelyDays): number {
  return Math.floor((first + last) / 2);
}
