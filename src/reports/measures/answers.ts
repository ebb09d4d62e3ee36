import { countColumn } from './measure.ts';

/** The columns of a row's answers, and of those that name the brand: counts on all engines together, which make no rate. */
export const ANSWERS = countColumn('answers', 'Answers', () => ({}));

export function answersNamingYou<const Label extends string>(label: Label) {
  return countColumn('answers_naming_you', label, () => ({ names: 'self' }));
}

interface CompetitorsColumn {
  readonly id: 'competitors';
  readonly label: string;
  readonly kind: 'list';
  readonly none: '-';
  items(row: {
    readonly competitors: readonly { readonly name: string; readonly answers: number }[];
  }): string[];
}

/** The competitors that a row's answers name, with the number of these answers. */
export function competitorsNamed(label: string): CompetitorsColumn {
  const items: CompetitorsColumn['items'] = ({ competitors }) =>
    competitors.map(({ name, answers }) => `${name} ${answers}`);
  return { id: 'competitors', label, kind: 'list', none: '-', items };
}
