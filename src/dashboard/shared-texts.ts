import type { SliceChoices } from '../reports/run/slice-choices.ts';
import type { Opens } from './opens.ts';

/**
 * The fields of reports that hold the texts of questions or sentences of answers beside figures, and the page that a share link has to
 * include to show them: whoever makes a link chooses texts by choosing that page.
 */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  competitors: { quotes: 'answers' },
  searches: { prompts: 'questions' },
};

/** The data of a report for a reader who may open some pages: lists of texts from others are empty. */
export function withoutClosedTexts<Data>(report: string, data: Data, opens: Opens): Data {
  const closed = Object.entries(TEXTS[report] ?? {}).flatMap(([field, page]) => (opens(page) ? [] : [field]));
  if (closed.length === 0 || !Array.isArray(data)) return data;
  const empty = (row: object) =>
    Object.fromEntries(closed.flatMap((field) => (field in row ? [[field, []]] : [])));
  return data.map((row: object) => ({ ...row, ...empty(row) })) as Data;
}

/** What a reader can choose by who may open some pages: tags are shown with questions, and these with answers too. */
export function withoutClosedChoices(choices: SliceChoices, opens: Opens): SliceChoices {
  return {
    ...choices,
    tags: opens('questions') ? choices.tags : [],
    questions: opens('questions') || opens('answers') ? choices.questions : [],
  };
}
