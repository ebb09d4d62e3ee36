import { SightlineError } from '../../../domain/errors.ts';
import { MOST_SAMPLES } from '../../../domain/samples.ts';
import { tagOf } from '../../../domain/tags.ts';
import type { QuestionsChange } from '../../../pipeline/declare/change-questions.ts';
import { MOST_PASTED, pastedQuestions } from '../../../pipeline/declare/change-questions.ts';
import { brandDocument } from '../../../pipeline/declare/document.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { linesIn } from '../../parts/field.ts';
import { marketsOf } from '../../parts/markets.ts';
import type { Visit } from '../../visit.ts';

/** A row of /questions. */
export type QuestionRow = RowOf<typeof reports.questions>;

/** What a form asks for, with what there is to say about it before it is stored. */
export interface AskedChange {
  readonly change: QuestionsChange;
  /** What becomes of each question, where the list of changes does not show it. */
  readonly says?: string;
  readonly warnings: readonly string[];
}

/** Every question of the brand, in the order of the report. */
export async function questionRows(visit: Visit): Promise<readonly QuestionRow[]> {
  return (await visit.report(reports.questions)).data;
}

/** The change that a form asks for. @throws SightlineError `invalid_argument` with what is missing */
export async function askedChange(visit: Visit, form: URLSearchParams): Promise<AskedChange> {
  const rows = await questionRows(visit);
  switch (form.get('op')) {
    case 'add':
      return added(rows, form.get('lines') ?? '');
    case 'edit':
      return edited(rows, form);
    case 'tag':
      return retagged(rows, form, 'add');
    case 'untag':
      return retagged(rows, form, 'remove');
    case 'market':
      return await remarketed(visit, rows, form, true);
    case 'unmarket':
      return await remarketed(visit, rows, form, false);
    case 'samples':
      return {
        change: { kind: 'sample', texts: chosen(rows, form), samples: typedSamples(form) },
        warnings: [],
      };
    case 'once_more':
      return {
        change: {
          kind: 'sample_more',
          usual: (await brandDocument(visit.db, visit.brand.id)).samples_per_day ?? 1,
        },
        says: 'Every question is asked once more a day.',
        warnings: [],
      };
    default:
      return {
        change: { kind: 'activate', texts: chosen(rows, form), active: form.get('op') === 'resume' },
        warnings: [],
      };
  }
}

function chosen(rows: readonly QuestionRow[], form: URLSearchParams): string[] {
  const ids = new Set(form.getAll('q'));
  const texts = rows.filter(({ id }) => ids.has(id)).map(({ text }) => text);
  if (texts.length === 0) throw new SightlineError('invalid_argument', 'Choose at least one question first.');
  return texts;
}

function retagged(rows: readonly QuestionRow[], form: URLSearchParams, does: 'add' | 'remove'): AskedChange {
  const tag = tagOf(form.get('tag') ?? '');
  if (tag === '') throw new SightlineError('invalid_argument', `Write the tag to ${does} first.`);
  const change = { kind: 'tag', texts: chosen(rows, form), add: [], remove: [], [does]: [tag] } as const;
  const says =
    does === 'add' ? `These questions get the tag “${tag}”.` : `These questions lose the tag “${tag}”.`;
  return { change, says, warnings: [] };
}

async function remarketed(
  visit: Visit,
  rows: readonly QuestionRow[],
  form: URLSearchParams,
  asked: boolean,
): Promise<AskedChange> {
  const all = (await marketsOf(visit)).filter(({ active }) => active).map(({ name }) => name);
  const market = form.get('market') ?? '';
  if (!all.includes(market)) throw new SightlineError('invalid_argument', 'Choose a market first.');
  const texts = chosen(rows, form);
  const isLast = ({ text, markets = all }: QuestionRow) =>
    !asked && texts.includes(text) && markets.every((name) => name === market);
  if (rows.some(isLast)) {
    throw new SightlineError(
      'invalid_argument',
      'One of these questions is asked in no other market. Pause it, or ask it in another one first.',
    );
  }
  return { change: { kind: 'market', texts, market, asked, all }, warnings: [] };
}

/** Null: as often as the brand's questions are asked. */
function typedSamples(form: URLSearchParams): number | null {
  const typed = form.get('samples') ?? '';
  if (typed === '') return null;
  const samples = Number(typed);
  if (Number.isInteger(samples) && samples >= 1 && samples <= MOST_SAMPLES) return samples;
  throw new SightlineError('invalid_argument', `A question is asked 1 to ${MOST_SAMPLES} times a day.`);
}

/** A list is for a person to read. */
const MOST_SHOWN = 5;

function added(rows: readonly QuestionRow[], lines: string): AskedChange {
  const known = rows.filter(({ active }) => active).map(({ text }) => text);
  const pasted = linesIn(lines);
  if (pasted.length > MOST_PASTED) {
    throw new SightlineError(
      'invalid_argument',
      `Paste at most ${MOST_PASTED.toLocaleString('en-US')} questions at a time.`,
    );
  }
  const { questions, repeated, alike } = pastedQuestions(pasted, known);
  if (questions.length === 0 && repeated.length === 0) {
    throw new SightlineError('invalid_argument', 'Write at least one question, one a line.');
  }
  const warnings = [
    ...(repeated.length === 0
      ? []
      : [
          `Left out, because ${repeated.length === 1 ? 'it is' : 'they are'} asked already or repeated: ${listed(repeated)}.`,
        ]),
    ...(alike.length === 0
      ? []
      : [
          `Almost the same, and both would be asked: ${listed(alike.map(([one, other]) => `“${one}” and “${other}”`))}.`,
        ]),
  ];
  return { change: { kind: 'add', questions }, warnings };
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_SHOWN;
  return `${texts.slice(0, MOST_SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function edited(rows: readonly QuestionRow[], form: URLSearchParams): AskedChange {
  const row = rows.find(({ id }) => id === form.get('q'));
  if (row === undefined) throw new SightlineError('not_found', 'There is no such question.');
  // Browsers send line breaks as two characters.
  const text = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new SightlineError('invalid_argument', 'A question cannot be blank.');
  const by = {
    text,
    tags: linesIn(form.get('tags') ?? ''),
    active: text === row.text ? row.active : true,
  };
  const warning =
    'Another text is another question: the earlier one is paused and keeps its answers, and the new one begins without any.';
  return { change: { kind: 'replace', text: row.text, by }, warnings: text === row.text ? [] : [warning] };
}

/** The fields of a form, to be sent again as they are. */
export function sameFields(form: URLSearchParams): [string, string][] {
  return [...form].filter(([name]) => name !== 'do');
}
