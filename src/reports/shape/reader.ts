import Type from 'typebox';
import { READERS } from '../../domain/brand/reader.ts';
import { countJudged } from '../../panel/counts/judged.ts';
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
      read: count(
        'Answers in this window that name a tracked brand and were read by it, or by another model before it.',
      ),
      waiting: count('Such answers that no model has read yet; 0 for rules.'),
      not_judged: count(
        'Such answers that a model failed to read: they count nowhere as judged; 0 for rules.',
      ),
      dropped: count("The model's statements without proof in the text, which count nowhere; 0 for rules."),
    },
    { description: 'Who says how answers treat names.' },
  ),
};

type ReaderMeta = MetaOf<typeof readerMeta>;

/** Who read these answers, which may be of several markets, and whether no other model read any of them. */
export async function readerMetaOf(
  { brand: { reader: model } }: Pick<ReportContext, 'brand'>,
  windows: readonly CountedAnswers[],
): Promise<ReaderMeta & { readonly isOne: boolean }> {
  const counts = await Promise.all(windows.map(countJudged));
  const total = (of: 'read' | 'waiting' | 'notJudged' | 'dropped') =>
    counts.reduce((sum, each) => sum + each[of], 0);
  const judged = { read: total('read'), waiting: total('waiting'), not_judged: total('notJudged') };
  if (windows[0]?.panel.reader !== 'model') {
    const read = judged.read + judged.waiting + judged.not_judged;
    return {
      reader: { name: 'rules', prompt: null, read, waiting: 0, not_judged: 0, dropped: 0 },
      isOne: true,
    };
  }
  // Readings stay when the brand has another model, or none anymore.
  const readers = counts.flatMap((each) => each.readers);
  const [first = NO_MODEL] = readers;
  const isOne =
    readers.length > 0 && readers.every(({ name, prompt }) => name === first.name && prompt === first.prompt);
  const by = isOne ? first : (model ?? first);
  return { reader: { ...by, ...judged, dropped: total('dropped') }, isOne };
}

const NO_MODEL = { name: 'model', prompt: '' };

/** A sentence on who read the answers, and what that means for their figures. */
export function readerNote({ name, prompt, waiting, not_judged: failed }: ReaderMeta['reader']): string {
  if (prompt === null)
    return 'Read by rules, which are precise and find about one in four recommendations and one in five warnings: true counts are higher.';
  const left = [
    ...(waiting > 0 ? [`${waiting.toLocaleString('en-US')} not read yet`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} that it could not judge`] : []),
  ];
  return `Read by ${name}${left.length > 0 ? `, without ${left.join(' and ')}` : ''}.`;
}

/** Without a model, a report that only models fill says so, and how to get one. */
export const NEEDS_MODEL =
  'Only a model reads this, on your own key or machine, and none reads for this brand: docs/reader.md says how to turn one on.';
