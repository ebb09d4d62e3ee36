import type { SliceChoices } from '../../reports/run/slice-choices.ts';
import type { CanOpenPage } from './can-open-page.ts';

/** Report fields with question texts or quotes beside figures, and the page that a share link must include to show them. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  competitors: { quotes: 'answers' },
  said: { quotes: 'answers' },
  facts: { contradictions: 'answers' },
  searches: { prompts: 'questions' },
  cited: { question: 'questions' },
};

/** Report fields with staff notes. No share link shows them, because none includes the events page. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
  recommendations: ['note'],
  sources: ['note'],
};
const NOTES_PAGE = 'events';

/** Report data for a reader with limited pages: hidden lists become empty, hidden texts and notes null. */
export function redactTexts<Data>(report: string, data: Data, canOpen: CanOpenPage): Data {
  const closed = Object.entries(TEXTS[report] ?? {}).flatMap(([field, page]) =>
    canOpen(page) ? [] : [field],
  );
  const notes = canOpen(NOTES_PAGE) ? [] : (NOTES[report] ?? []);
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

/** The filters that a reader with limited pages can use. Tags need the questions page; questions need the questions or the answers page. */
export function allowedFilters(choices: SliceChoices, canOpen: CanOpenPage): SliceChoices {
  return {
    ...choices,
    tags: canOpen('questions') ? choices.tags : [],
    questions: canOpen('questions') || canOpen('answers') ? choices.questions : [],
  };
}
