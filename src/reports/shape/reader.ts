import Type from 'typebox';
import { READERS } from '../../domain/brand/reader.ts';
import { countJudged, type JudgedCount } from '../../panel/counts/judged.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { MetaOf, QueryOf, ReportContext } from './report.ts';
import { count, nullableText, oneOf, text } from './schemas.ts';

/** Parameter of reports whose figures hold a framing. */
export const readerQuery = {
  reader: Type.Optional(
    oneOf(READERS, 'Who says how answers treat a name. By default your model, if one reads for this brand.'),
  ),
};

export type ReaderQuery = QueryOf<typeof readerQuery>;

/** `meta.reader` of reports on how answers treat names. */
export const readerMeta = {
  reader: Type.Object(
    {
      name: text("`rules`, or the model's name."),
      prompt: nullableText("The hash of the model's prompt; null for rules."),
      read: count('Answers in this window that name a tracked brand and were read by it.'),
      others: count('Such answers that other models or prompts read before: they count too; 0 for rules.'),
      waiting: count(
        'Such answers that no model has read, and that this one was not asked about; 0 for rules.',
      ),
      not_judged: count(
        'Such answers that it failed to read, and no other read: they count nowhere as judged; 0 for rules.',
      ),
      dropped: count('Its statements without proof in the text, which count nowhere; 0 for rules.'),
    },
    { description: 'Who says how answers treat names.' },
  ),
};

type ReaderMeta = MetaOf<typeof readerMeta>;

/** Who read these answers, which may be of several markets. */
export async function readerMetaOf(
  { brand: { reader: model } }: Pick<ReportContext, 'brand'>,
  windows: readonly CountedAnswers[],
): Promise<ReaderMeta> {
  const counts = (await Promise.all(windows.map(countJudged))).flat();
  const sum = (of: (count: JudgedCount) => number) => counts.reduce((total, each) => total + of(each), 0);
  const all = sum(({ answers }) => answers);
  if (windows[0]?.panel.reader !== 'model') {
    const none = { others: 0, waiting: 0, not_judged: 0, dropped: 0 };
    return { reader: { name: 'rules', prompt: null, read: all, ...none } };
  }
  // Readings stay when the brand has another model, or none anymore.
  const most = counts.filter(({ judge }) => judge?.isRead).toSorted((a, b) => b.answers - a.answers)[0];
  const { name, prompt } = model ?? most?.judge ?? NO_MODEL;
  const isOwn = ({ judge }: JudgedCount) => judge?.name === name && judge.prompt === prompt;
  const isRead = ({ judge }: JudgedCount) => judge?.isRead === true;
  const read = sum((each) => (isOwn(each) && isRead(each) ? each.answers : 0));
  const failed = sum((each) => (isOwn(each) && !isRead(each) ? each.answers : 0));
  const others = sum((each) => (!isOwn(each) && isRead(each) ? each.answers : 0));
  const dropped = sum((each) => (isOwn(each) && isRead(each) ? each.dropped : 0));
  const waiting = all - read - others - failed;
  return { reader: { name, prompt, read, others, waiting, not_judged: failed, dropped } };
}

const NO_MODEL = { name: 'model', prompt: '' };

/** A sentence on who read the answers, and what that means for their figures. */
export function readerNote({
  name,
  prompt,
  others,
  waiting,
  not_judged: failed,
}: ReaderMeta['reader']): string {
  if (prompt === null)
    return 'Read by rules, which are precise and find about one in four recommendations and one in five warnings: true counts are higher.';
  const left = [
    ...(waiting > 0 ? [`${waiting.toLocaleString('en-US')} not read yet`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} that it could not judge`] : []),
  ];
  const before =
    others === 0 ? '' : `, ${others.toLocaleString('en-US')} of them before by another model or prompt`;
  return `Read by ${name}${before}${left.length > 0 ? `, without ${left.join(' and ')}` : ''}.`;
}

/** The note of a report that only models fill, by rules: how to get a model, or to see what it reads. */
export function needsModel({ brand: { reader } }: Pick<ReportContext, 'brand'>): string {
  return reader === null
    ? 'Only a model reads this, on your own key or machine, and none reads for this brand: docs/reader.md says how to turn one on.'
    : `Only a model reads this, and \`reader=rules\` leaves it out: without that, these are the readings of ${reader.name}.`;
}
