import { bucketsIn } from '../../buckets.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { brandOf, eachSegment, isNamed, lookingForAll } from '../../scan.ts';
import { Tally } from '../../tally.ts';

/** Answers to a prompt on a UTC day in which a brand was looked for. */
export interface PromptDayCount {
  readonly promptId: number;
  /** In whole days since 1970. */
  readonly day: number;
  readonly answers: number;
  readonly named: number;
}

/** Of all chosen answers together: choose one engine. */
export async function countPromptDays(answers: CountedAnswers, trackedId: number): Promise<PromptDayCount[]> {
  const { names } = answers.panel;
  const tally = new Tally<[prompt: number, day: number]>(2, names.keysOf(['prompt', 'day']));
  await eachSegment(answers, ['mentions'], ({ data, rows }) => {
    const brand = brandOf(data.mentions, trackedId);
    for (const { firstDay, rows: own } of bucketsIn({ data, rows }, 'day')) {
      for (const row of lookingForAll(own, [brand])) {
        const group = tally.groupOf([at(data.mentions.prompt, row), firstDay]);
        tally.add(group, 0);
        if (isNamed(at(brand.cell, row))) tally.add(group, 1);
      }
    }
  });
  return tally.map(([prompt, day], count) => ({
    promptId: names.prompts.at(prompt),
    day,
    answers: count(0),
    named: count(1),
  }));
}
