import type { ReportNamed } from '../reports/index.ts';
import type { RowOf } from '../reports/shape/report.ts';
import type { ShortForm } from './short-form.ts';

type Row = RowOf<ReportNamed<'answers'>>;

/** The parts of an answer that its short form needs. */
type Answer = Pick<Row, 'id' | 'answer'> & {
  readonly mentions: readonly Pick<Row['mentions'][number], 'mentioned' | 'snippet'>[];
};

/** Marks omitted text. */
const GAP = '[…]';

/** Ten answers, each with the sentences that name a tracked brand. */
export const shortAnswers: ShortForm<readonly Answer[]> = {
  defaults: { limit: 10 },
  description:
    `\`answer\` has only the sentences that name a tracked brand, with ${GAP} for missing text. The whole text: ` +
    '`full=true`, or the resource `sightline://answers/{id}`.',
  fullDescription: 'The whole text of every answer.',
  shorten(answers) {
    const shortened = answers.map((each) => ({ ...each, answer: namingSentences(each) }));
    const cut = shortened.filter(({ answer }, index) => answer !== answers[index]?.answer).length;
    return {
      data: shortened,
      lack:
        cut === 0
          ? null
          : `In ${cut} of ${answers.length} answers, \`answer\` has only the sentences that name a tracked brand; ` +
            'pass `full=true` for the whole text.',
    };
  },
  textOf(answers) {
    return answers.map(({ id, answer }) => `${id}:\n${answer ?? '(no text)'}`).join('\n\n');
  },
};

/** The sentences with mentions, in the answer's order. */
function namingSentences({ answer, mentions }: Answer): string | null {
  if (answer === null) return null;
  const snippets = mentions.flatMap(({ mentioned, snippet }) => (mentioned && snippet ? [snippet] : []));
  const places = [...new Set(snippets)].map((snippet) => ({ snippet, at: answer.indexOf(snippet) }));
  let short = '';
  let end = 0;
  for (const { snippet, at } of places.sort((a, b) => a.at - b.at)) {
    if (at >= 0 && at + snippet.length <= end) continue;
    short += at > end || at < 0 ? `${joint(short)}${GAP} ${snippet}` : joint(short) + snippet;
    end = Math.max(end, at + snippet.length);
  }
  if (end < answer.trimEnd().length) short += `${joint(short)}${GAP}`;
  return short.length < answer.length ? short : answer;
}

function joint(before: string): string {
  return before === '' ? '' : ' ';
}
