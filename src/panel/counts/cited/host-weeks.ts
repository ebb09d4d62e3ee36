import { bucketsIn } from '../../buckets.ts';
import type { CountedAnswers } from '../../panel.ts';
import { type CountQuery, countGroups } from '../../scan.ts';
import { eachHost } from '../../segment.ts';
import { Memo } from '../../tally.ts';

export interface HostWeekCount {
  readonly host: string;
  readonly firstDay: number;
  readonly answers: number;
}

export async function countHostWeeks(answers: CountedAnswers): Promise<HostWeekCount[]> {
  const { hosts } = answers.panel.names;
  const tally = await countGroups(answers, BY_WEEK);
  return tally.map(([firstDay, host], count) => ({ host: hosts.at(host), firstDay, answers: count(0) }));
}

const BY_WEEK: CountQuery<'mentions' | 'sources', [firstDay: number, host: number]> = {
  name: 'hosts by week',
  kinds: ['mentions', 'sources'],
  key: ['first day', 'host'],
  width: 1,
  add: (answers, tally) => {
    for (const { firstDay, rows } of bucketsIn(answers, 'week')) {
      const groups = new Memo((host) => tally.groupOf([firstDay, host]));
      for (const row of rows) {
        eachHost(answers.data.sources, row, (host) => tally.add(groups.of(host), 0));
      }
    }
  },
};
