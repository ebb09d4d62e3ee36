import { ENGINE_SLUGS } from '../../domain/answers/engine.ts';
import { monthOf, NEARLY_SPENT } from '../../domain/figures/month-budget.ts';
import { usdOf } from '../../domain/figures/usd.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import type { Instruments } from '../../metrics/instruments.ts';
import type { Reading } from '../../metrics/readings.ts';
import { listBreakers } from '../../storage/collect/breakers.ts';
import { findLastDoneDay } from '../../storage/daily-job-claims.ts';
import type { Database } from '../../storage/driver/database.ts';
import { countEndpoints, countWaitingAlerts } from '../../storage/metrics/delivery.ts';
import { countDueQuestions, countOpenTasks } from '../../storage/metrics/queue.ts';
import { databaseBytes } from '../../storage/metrics/size.ts';
import { countNearLimit, sumAllSpending } from '../../storage/metrics/spending.ts';
import { findLastEvaluation, listWatchableBrands } from '../../storage/watch/evaluations.ts';

interface ReadingFrom {
  readonly db: Database;
  readonly now: () => number;
  readonly instruments: Instruments;
}

/** About Prometheus's scrape interval; longer with several of them. */
const OFTEN_MS = 10_000;

/** Interval for figures that change little, or that read all of a database's files. */
const SELDOM_MS = 60_000;

/** The operator's figures from the store. None takes longer as answers grow. */
export function storeReadings(from: ReadingFrom): Reading[] {
  return [
    questionsReading(from),
    tasksReading(from),
    spendReading(from),
    watchReading(from),
    deliveryReading(from),
    pruneReading(from),
    sizeReading(from),
  ];
}

function questionsReading({ db, now, instruments }: ReadingFrom): Reading {
  const { questionsDue, questionsDueSeconds, engineStopped } = instruments;
  return {
    name: 'questions',
    keepMs: OFTEN_MS,
    gauges: ['questionsDue', 'questionsDueSeconds', 'engineStopped'],
    read: async () => {
      const at = now();
      const due = await countDueQuestions(db, ENGINE_SLUGS, at);
      const stopped = await listBreakers(db);
      return () => {
        for (const { engine, questions, firstAt } of due) {
          questionsDue.set({ engine }, questions);
          questionsDueSeconds.set({ engine }, (at - firstAt) / 1000);
        }
        for (const { engine } of stopped) engineStopped.set({ engine }, 1);
      };
    },
  };
}

function tasksReading({ db, now, instruments: { tasks, tasksWaitingSeconds } }: ReadingFrom): Reading {
  return {
    name: 'tasks',
    keepMs: OFTEN_MS,
    gauges: ['tasks', 'tasksWaitingSeconds'],
    read: async () => {
      const at = now();
      const open = await countOpenTasks(db, at);
      return () => {
        for (const { kind, isWaiting, tasks: many, firstAt } of open) {
          tasks.set({ kind, state: isWaiting ? 'waiting' : 'running' }, many);
          if (isWaiting) tasksWaitingSeconds.set({ kind }, (at - firstAt) / 1000);
        }
      };
    },
  };
}

function spendReading({ db, now, instruments }: ReadingFrom): Reading {
  const { spendUsd, calls, organizationsNearCeiling } = instruments;
  return {
    name: 'spend',
    keepMs: OFTEN_MS,
    gauges: ['spendUsd', 'calls', 'organizationsNearCeiling'],
    read: async () => {
      const today = dayOf(now());
      const day = await sumAllSpending(db, { first: today, last: today });
      const month = await sumAllSpending(db, monthOf(now()));
      const near = await countNearLimit(db, today, 100 * NEARLY_SPENT);
      return () => {
        for (const [period, spent] of Object.entries({ day, month })) {
          spendUsd.set({ period }, usdOf(spent.micros));
          calls.set({ period }, spent.calls);
        }
        organizationsNearCeiling.set(near);
      };
    },
  };
}

function watchReading({ db, instruments: { watchDay, watchBrands } }: ReadingFrom): Reading {
  return {
    name: 'watch',
    keepMs: SELDOM_MS,
    gauges: ['watchDay', 'watchBrands'],
    read: async () => {
      const days: (number | null)[] = [];
      // In sequence: one statement about all tables would go to every machine in a distributed store.
      for (const { id } of await listWatchableBrands(db)) {
        days.push((await findLastEvaluation(db, id))?.day ?? null);
      }
      const newest = Math.max(...days.map((day) => day ?? Number.NEGATIVE_INFINITY));
      const behind = days.filter((day) => day !== null && day < newest).length;
      return () => {
        if (Number.isFinite(newest)) watchDay.set((newest * DAY_MS) / 1000);
        watchBrands.set({ state: 'new' }, days.filter((day) => day === null).length);
        watchBrands.set({ state: 'behind' }, behind);
        watchBrands.set({ state: 'done' }, days.filter((day) => day === newest).length);
      };
    },
  };
}

function deliveryReading({ db, now, instruments }: ReadingFrom): Reading {
  const { alertsWaiting, alertsWaitingSeconds, endpoints } = instruments;
  return {
    name: 'delivery',
    keepMs: OFTEN_MS,
    gauges: ['alertsWaiting', 'alertsWaitingSeconds', 'endpoints'],
    read: async () => {
      const at = now();
      const counted = await countEndpoints(db);
      const waiting = await countWaitingAlerts(db);
      return () => {
        for (const { kind, state, endpoints: many } of counted) endpoints.set({ kind, state }, many);
        for (const { kind, isPaused, alerts, firstAt } of waiting) {
          alertsWaiting.set({ kind, state: isPaused ? 'paused' : 'open' }, alerts);
          if (!isPaused) alertsWaitingSeconds.set({ kind }, (at - firstAt) / 1000);
        }
      };
    },
  };
}

function pruneReading({ db, instruments: { pruneDay } }: ReadingFrom): Reading {
  return {
    name: 'prune',
    keepMs: SELDOM_MS,
    gauges: ['pruneDay'],
    read: async () => {
      const day = await findLastDoneDay(db, 'prune');
      return () => {
        if (day !== null) pruneDay.set((day * DAY_MS) / 1000);
      };
    },
  };
}

function sizeReading({ db, instruments: { storeBytes } }: ReadingFrom): Reading {
  return {
    name: 'size',
    keepMs: SELDOM_MS,
    gauges: ['storeBytes'],
    read: async () => {
      const bytes = await databaseBytes(db);
      return () => storeBytes.set(bytes);
    },
  };
}
