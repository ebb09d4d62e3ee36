import type { GivenTo } from '../../../actions/action.ts';
import { actions } from '../../../actions/index.ts';
import type { ActionResult } from '../../../actions/run-action.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { tagOf } from '../../../domain/questions/tags.ts';
import { MOST_PASTED, pastedQuestions } from '../../../pipeline/declare/change-questions.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { linesIn } from '../../parts/form/field.ts';
import type { ActOptions, Visit } from '../../visit/visit.ts';

export type QuestionRow = RowOf<typeof reports.questions>;

/** A requested change, with notes for its review. */
export interface RequestedChange {
  readonly act: (options: ActOptions) => Promise<ActionResult>;
  /** The effect on each question, unless the list of changes shows it. */
  readonly says?: string;
  readonly warnings?: readonly string[];
}

/** All questions, in report order. */
export async function questionRows(visit: Visit): Promise<readonly QuestionRow[]> {
  return (await visit.report(reports.questions)).data;
}

/** @throws SightlineError `not_found` */
export async function questionRow(visit: Visit, id: string | null | undefined): Promise<QuestionRow> {
  const row = (await questionRows(visit)).find((each) => each.id === id);
  if (row === undefined) throw new SightlineError('not_found', 'There is no such question.');
  return row;
}

/** The requested change. @throws SightlineError `invalid_argument` with the missing part */
export async function requestedChange(visit: Visit, form: URLSearchParams): Promise<RequestedChange> {
  switch (form.get('op')) {
    case 'add':
      return await additions(visit, form.get('lines') ?? '');
    case 'edit':
      return await edited(visit, form);
    case 'once_more':
      return {
        act: (options) => visit.act(actions.change_questions, { once_more: true }, options),
        says: 'Sightline asks every question once more a day, except those that are asked once a week.',
      };
    default: {
      const questions = form.getAll('q');
      if (questions.length === 0) throw invalid('Choose at least one question first.');
      const { says, ...change } = bulkChange(form);
      return {
        act: (options) => visit.act(actions.change_questions, { questions, ...change }, options),
        ...(says !== undefined && { says }),
      };
    }
  }
}

type BulkChange = Omit<GivenTo<typeof actions.change_questions>, 'questions'> & { readonly says?: string };

function bulkChange(form: URLSearchParams): BulkChange {
  const field = (name: string) => form.get(name) ?? '';
  const tag = tagOf(field('tag'));
  switch (form.get('op')) {
    case 'tag':
      return { add_tags: [tag], says: `These questions get the tag “${tag}”.` };
    case 'untag':
      return { remove_tags: [tag], says: `These questions lose the tag “${tag}”.` };
    case 'market':
      return { add_market: field('market') };
    case 'unmarket':
      return { remove_market: field('market') };
    case 'samples':
      if (field('samples') === 'week') return { weekly: true };
      return { samples: field('samples') === '' ? null : Number(field('samples')) };
    default:
      return { active: form.get('op') === 'resume' };
  }
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}

/** Maximum items in a sentence. */
const MOST_SHOWN = 5;

async function additions(visit: Visit, lines: string): Promise<RequestedChange> {
  const pasted = linesIn(lines);
  if (pasted.length > MOST_PASTED) {
    throw invalid(`Paste at most ${MOST_PASTED.toLocaleString('en-US')} questions at a time.`);
  }
  const known = (await questionRows(visit)).filter(({ active }) => active).map(({ text }) => text);
  const { questions, repeated, alike } = pastedQuestions(pasted, known);
  if (questions.length === 0 && repeated.length === 0) {
    throw invalid('Write at least one question, one per line.');
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
  return { act: (options) => visit.act(actions.paste_questions, { questions }, options), warnings };
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_SHOWN;
  return `${texts.slice(0, MOST_SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

async function edited(visit: Visit, form: URLSearchParams): Promise<RequestedChange> {
  const row = await questionRow(visit, form.get('q'));
  // Browsers send line breaks as CR LF.
  const text = (form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  const tags = linesIn(form.get('tags') ?? '');
  const isOther = text !== row.text;
  const change = { id: row.id, text, tags, ...(isOther && { active: true }) };
  const warning =
    'New text makes a new question without answers. Sightline pauses the earlier one, which keeps its answers.';
  return {
    act: (options) => visit.act(actions.change_question, change, options),
    warnings: isOther ? [warning] : [],
  };
}

/** The form's fields as hidden inputs. */
export function sameFields(form: URLSearchParams): [string, string][] {
  return [...form].filter(([name]) => name !== 'do');
}
