import type { SliceChoices } from '../reports/run/slice-choices.ts';
import type { Opens } from './opens.ts';

/**
 * The fields of reports that hold the texts of questions or sentences of answers beside figures, and the page that a share link has to
 * include to show them: whoever makes a link chooses texts by choosing that page.
 */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  competitors: { quotes: 'answers' },
  said: { quotes: 'answers' },
  facts: { contradictions: 'answers' },
  searches: { prompts: 'questions' },
  cited: { question: 'questions' },
};

/** The fields of reports that hold notes of whoever works on the brand, and who that is. As with events, which are on no page of a link, no link shows them. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
  recommendations: ['note'],
  sources: ['note'],
  alerts: ['assigned_to', 'handled'],
};
const NOTES_PAGE = 'events';

/** The data of a report for a reader who may open some pages: lists of texts from others are empty, and single texts and notes null. */
export function withoutClosedTexts<Data>(report: string, data: Data, opens: Opens): Data {
  const closed = Object.entries(TEXTS[report] ?? {}).flatMap(([field, page]) => (opens(page) ? [] : [field]));
  const notes = opens(NOTES_PAGE) ? [] : (NOTES[report] ?? []);
  if (closed.length === 0 && notes.length === 0) return data;
  const empty = (row: object) =>
    Object.fromEntries([
      ...closed.flatMap((field) =>
        field in row ? [[field, Array.isArray(row[field as keyof typeof row]) ? [] : null]] : [],
      ),
      ...notes.map((field) => [field, null]),
    ]);
  if (!Array.isArray(data)) return { ...data, ...empty(data as object) } as Data;
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
