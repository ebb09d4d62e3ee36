import type { CountedAnswers } from '../../panel.ts';
import { type CountQuery, countGroups, Tally } from '../../scan.ts';
import { bucketsIn } from '../trend.ts';

/** A week's answers that cite a host. */
export interface HostWeekCount {
  readonly host: string;
  readonly firstDay: number;
  readonly answers: number;
}

/** Every host cited in a window, by week. */
export async function countHostWeeks(answers: CountedAnswers): Promise<HostWeekCount[]> {
  const { hosts } = answers.panel.names;
  const totals = await countGroups(answers, BY_WEEK);
  return totals.map((group, count) => ({
    host: hosts.values[Math.floor(group / MOST_DAYS)] as string,
    firstDay: group % MOST_DAYS,
    answers: count(0),
  }));
}

/** Groups have room for days until 2149. */
const MOST_DAYS = 1 << 16;

const BY_WEEK: CountQuery<'mentions' | 'sources'> = {
  name: 'hosts by week',
  kinds: ['mentions', 'sources'],
  width: 1,
  sums: ({ data: { mentions, sources }, keep }) => {
    const { start, cited, host, isFirst } = sources;
    const hosts = host.of.length;
    const engines = mentions.engine.of.length;
    const { firstDays, cells } = bucketsIn(mentions, 'week');
    const tally = new Tally(firstDays.length * hosts, 1, mentions.n);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const first = Math.floor((cells[row] as number) / engines) * hosts;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        if (isFirst[index] === 1) tally.add(first + (host.codes[cited[index] as number] as number), 0, 1);
      }
    }
    return tally.sums(
      (group) =>
        (host.of[group % hosts] as number) * MOST_DAYS + (firstDays[Math.floor(group / hosts)] as number),
    );
  },
};
