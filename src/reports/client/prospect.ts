import { type AskedProspect, askedWords } from '../../domain/brand/prospect.ts';
import { type Block, NEW_BLOCKS, REPORT_LIMITS, USUAL_COLOR } from '../../domain/sharing/shared-report.ts';
import { counted } from '../../domain/text.ts';
import type { NewReport } from '../../storage/directory/shared-reports.ts';
import { type ClientContext, type ClientFigures, figuresIn, freezeFigures } from './figures.ts';
import { type Ranking, rankingsOf } from './ranking.ts';

/** Blocks about more than one day, and comparisons. */
const HIDDEN: readonly Block['kind'][] = ['done', 'next', 'trend', 'lost'];

/** A prospect's report: frozen figures, with what was asked and how little so few answers tell. */
export async function prospectReport(context: ClientContext, asked: AskedProspect): Promise<NewReport> {
  const { firstDay, lastDay } = asked;
  const answers = { firstDay, lastDay, compare: 'off', only: {} } as const;
  const taken = await freezeFigures(context, answers);
  const figures = withoutComparisons(figuresIn(taken));
  const frozen = { ...taken, figures: JSON.stringify(figures) };
  const blocks = NEW_BLOCKS.map((each) => (HIDDEN.includes(each.kind) ? { ...each, shown: false } : each));
  const [summary, ...others] = blocks.map((each) =>
    each.kind === 'summary' ? { ...each, heading: headingOf(figures) } : each,
  );
  const title = `${figures.brand.name} in AI answers`.slice(0, REPORT_LIMITS.title);
  const texts = [summary, textBlock(figures, asked), ...others].filter((each) => each !== undefined);
  return { answers, frozen, look: { title, preparedBy: '', color: USUAL_COLOR, blocks: texts } };
}

/** Answers to the same few questions on one day repeat each other, and how much is known only from further days. */
function withoutComparisons(figures: ClientFigures): ClientFigures {
  const { questions } = figures.lost;
  return { ...figures, apart: {}, lost: { judged: 0, questions, questions_lost: 0, rows: [] } };
}

/** `ChatGPT (API) names Tandemly in 3 of 20 answers`; '' for engines beyond what a heading holds. */
function headingOf(figures: ClientFigures): string {
  const { name } = figures.brand;
  const [first, ...others] = answeredOf(figures);
  if (first === undefined) return '';
  const more = others.map(({ own }) => `${own.engine_name} in ${own.present} of ${own.responses}`);
  const { engine_name: engine, present, responses } = first.own;
  const text = [`${engine} names ${name} in ${present} of ${counted(responses, 'answer')}`, ...more].join(
    ', ',
  );
  return text.length > REPORT_LIMITS.heading ? '' : text;
}

function textBlock(figures: ClientFigures, asked: AskedProspect): Block {
  const { questions, times } = asked;
  const each = times === 1 ? 'once' : `${times} times`;
  const lead = `${counted(questions.length, 'question')}, asked ${each} on each engine; none names ${figures.brand.name} or a competitor. ${askedWords(asked)}`;
  const paragraphs = [lead, ...answeredOf(figures).map(countWords), 'The questions:', ...questions];
  const comment = paragraphs.join('\n\n').slice(0, REPORT_LIMITS.comment);
  return { kind: 'text', shown: true, heading: 'What was asked', comment };
}

/** `Claude (API): 3 of 20; too few to compare.` */
function countWords({ own, rivals }: Ranking): string {
  const count = `${own.engine_name}: ${own.present} of ${own.responses}`;
  return rivals.length === 0 ? `${count}.` : `${count}; too few to compare.`;
}

function answeredOf(figures: ClientFigures): Ranking[] {
  return rankingsOf(figures).filter(({ own }) => own.responses > 0);
}
