import { SightlineError } from '../../../domain/errors.ts';
import { MOST_SAMPLES } from '../../../domain/questions/samples.ts';
import { tagOf } from '../../../domain/questions/tags.ts';
import type { QuestionsChange } from '../../../pipeline/declare/change-questions.ts';
import { MOST_PASTED, pastedQuestions } from '../../../pipeline/declare/change-questions.ts';
import { questionOf } from '../../../pipeline/declare/document/declared-question.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { linesIn } from '../../parts/form/field.ts';
import { marketsOf } from '../../parts/words/markets.ts';
import type { Visit } from '../../visit/visit.ts';

export type QuestionRow = RowOf<typeof reports.questions>;

/** A requested change, with notes for its review. */
export interface RequestedChange {
  readonly change: QuestionsChange;
  /** The effect on each question, unless the list of changes shows it. */
  readonly says?: string;
  readonly warnings: readonly string[];
}

/** All questions, in report order. */
export async function questionRows(visit: Visit): Promise<readonly QuestionRow[]> {
  return (await visit.report(reports.questions)).data;
}

/** The requested change. @throws SightlineError `invalid_argument` with the missing part */
export async function requestedChange(visit: Visit, form: URLSearchParams): Promise<RequestedChange> {
  if (form.get('op') === 'add') return await additions(visit, form.get('lines') ?? '');
  const rows = await questionRows(visit);
  switch (form.get('op')) {
    case 'edit':
      return await edited(visit, rows, form);
    case 'tag':
      return retagged(rows, form, 'add');
    case 'untag':
      return retagged(rows, form, 'remove');
    case 'market':
      return await marketChange(visit, rows, form, true);
    case 'unmarket':
      return await marketChange(visit, rows, form, false);
    case 'samples':
      if (form.get('samples') === 'week')
        return { change: { kind: 'weekly', texts: chosen(rows, form) }, warnings: [] };
      return {
        change: { kind: 'sample', texts: chosen(rows, form), samples: samplesIn(form) },
        warnings: [],
      };
    case 'once_more':
      return await askedMore(visit);
    default:
      return {
        change: { kind: 'activate', texts: chosen(rows, form), active: form.get('op') === 'resume' },
        warnings: [],
      };
  }
}

async function askedMore(visit: Visit): Promise<RequestedChange> {
  const { samples_per_day: usual = 1, prompts } = await brandDocument(visit.db, visit.brand.id);
  const isWeekly = prompts.map(questionOf).some(({ active, every }) => active && every === 'week');
  const says = 'Sightline asks every question once more a day';
  return {
    change: { kind: 'sample_more', usual },
    says: isWeekly ? `${says}, except those that are asked once a week.` : `${says}.`,
    warnings: [],
  };
}

function chosen(rows: readonly QuestionRow[], form: URLSearchParams): string[] {
  const ids = new Set(form.getAll('q'));
  const texts = rows.filter(({ id }) => ids.has(id)).map(({ text }) => text);
  if (texts.length === 0) throw new SightlineError('invalid_argument', 'Choose at least one question first.');
  return texts;
}

function retagged(
  rows: readonly QuestionRow[],
  form: URLSearchParams,
  does: 'add' | 'remove',
): RequestedChange {
  const tag = tagOf(form.get('tag') ?? '');
  if (tag === '') throw new SightlineError('invalid_argument', `Write the tag to ${does} first.`);
  const change = { kind: 'tag', texts: chosen(rows, form), add: [], remove: [], [does]: [tag] } as const;
  const says =
    does === 'add' ? `These questions get the tag “${tag}”.` : `These questions lose the tag “${tag}”.`;
  return { change, says, warnings: [] };
}

async function marketChange(
  visit: Visit,
  rows: readonly QuestionRow[],
  form: URLSearchParams,
  asked: boolean,
): Promise<RequestedChange> {
  const all = (await marketsOf(visit)).filter(({ active }) => active).map(({ name }) => name);
  const market = form.get('market') ?? '';
  if (!all.includes(market)) throw new SightlineError('invalid_argument', 'Choose a market first.');
  const texts = chosen(rows, form);
  const isLast = ({ text, markets = all }: QuestionRow) =>
    !asked && texts.includes(text) && markets.every((name) => name === market);
  if (rows.some(isLast)) {
    throw new SightlineError(
      'invalid_argument',
      'One of these questions has no other market. Pause it, or add another market first.',
    );
  }
  return { change: { kind: 'market', texts, market, asked, all }, warnings: [] };
}

/** Null means the brand's default. */
function samplesIn(form: URLSearchParams): number | null {
  const typed = form.get('samples') ?? '';
  if (typed === '') return null;
  const samples = Number(typed);
  if (Number.isInteger(samples) && samples >= 1 && samples <= MOST_SAMPLES) return samples;
  throw new SightlineError(
    'invalid_argument',
    `Ask a question 1 to ${MOST_SAMPLES} times a day, or once a week.`,
  );
}

/** Maximum items in a sentence. */
const MOST_SHOWN = 5;

async function additions(visit: Visit, lines: string): Promise<RequestedChange> {
  const pasted = linesIn(lines);
  if (pasted.length > MOST_PASTED) {
    throw new SightlineError(
      'invalid_argument',
      `Paste at most ${MOST_PASTED.toLocaleString('en-US')} questions at a time.`,
    );
  }
  const known = (await questionRows(visit)).filter(({ active }) => active).map(({ text }) => text);
  const { questions, repeated, alike } = pastedQuestions(pasted, known);
  if (questions.length === 0 && repeated.length === 0) {
    throw new SightlineError('invalid_argument', 'Write at least one question, one per line.');
  }
  const warnings = [
    ...(repeated.length === 0
      ? []
      : [
          `Left out, because ${repeated.length === 1 ? 'it is' : 'they are'} already there or repeated: ${listed(repeated)}.`,
        ]),
    ...(alike.length === 0
      ? []
      : [
          `Almost the same, and Sightline would ask both: ${listed(alike.map(([one, other]) => `“${one}” and “${other}”`))}.`,
        ]),
  ];
  return { change: { kind: 'add', questions }, warnings };
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_SHOWN;
  return `${texts.slice(0, MOST_SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

async function edited(
  visit: Visit,
  rows: readonly QuestionRow[],
  form: URLSearchParams,
): Promise<RequestedChange> {
  const row = rows.find(({ id }) => id === form.get('q'));
  if (row === undefined) throw new SightlineError('not_found', 'There is no such question.');
  // Browsers send line breaks as CR LF.
  const text = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new SightlineError('invalid_argument', 'Write a question.');
  const { prompts } = await brandDocument(visit.db, visit.brand.id);
  const by = {
    ...prompts.map(questionOf).find((each) => each.text === row.text),
    text,
    tags: linesIn(form.get('tags') ?? ''),
    active: text === row.text ? row.active : true,
  };
  const warning =
    'New text makes a new question without answers. Sightline pauses the earlier one, which keeps its answers.';
  return { change: { kind: 'replace', text: row.text, by }, warnings: text === row.text ? [] : [warning] };
}

/** The form's fields as hidden inputs. */
export function sameFields(form: URLSearchParams): [string, string][] {
  return [...form].filter(([name]) => name !== 'do');
}
