import { type Html, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';

/** A column that readers can hide. */
interface Choosable<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly csvOnly?: true;
  readonly onlyWith?: string;
  /** Hidden by default. */
  readonly isBeyond?: boolean;
}

/**
 * Ids of hidden columns: `hide=kind,site` in the address, and columns hidden by default unless `show` has them. The first column always
 * shows. Ignores unknown ids.
 */
export function hiddenIn<Id extends string>(visit: Visit, columns: readonly Choosable<Id>[]): Id[] {
  const [hide, show] = [listed(visit, 'hide'), listed(visit, 'show')];
  return choosable(columns).flatMap(({ id, isBeyond = false }) =>
    (isBeyond ? !show.includes(id) : hide.includes(id)) ? [id] : [],
  );
}

/** Links that show or hide columns. */
export function columnMenu(visit: Visit, columns: readonly Choosable<string>[]): Html {
  const hidden = hiddenIn(visit, columns);
  const all = choosable(columns);
  const items = all.map(({ id, label }) => {
    const isHidden = hidden.includes(id);
    const next = isHidden ? hidden.filter((each) => each !== id) : [...hidden, id];
    const differing = (isBeyond: boolean) =>
      all.filter((each) => (each.isBeyond ?? false) === isBeyond && next.includes(each.id) !== isBeyond);
    const href = here(visit, { hide: idsOf(differing(false)), show: idsOf(differing(true)) });
    return html`<li><a href="${href}"><span aria-hidden="true">${isHidden ? '○' : '●'}</span> <span class="unseen">${isHidden ? 'Show' : 'Hide'}: </span>${label}</a></li>`;
  });
  return html`<details class="menu column-menu" name="menu"><summary>Columns</summary><ul>${items}</ul></details>`;
}

/** An engine column, with its number of answers. */
export interface EngineColumn {
  readonly slug: string;
  readonly name: string;
  readonly answers: number;
}

/** At most this many engines fit side by side. */
const MOST_ENGINES = 6;

/** Engine columns; those with the most answers show by default. The id is the engine's slug. */
export function engineColumns(engines: readonly EngineColumn[]): Choosable<string>[] {
  const most = engines.toSorted((a, b) => b.answers - a.answers).slice(0, MOST_ENGINES);
  return engines.map((engine) => ({ id: engine.slug, label: engine.name, isBeyond: !most.includes(engine) }));
}

function listed({ query }: Visit, name: 'hide' | 'show'): readonly string[] {
  return (query.get(name) ?? '').split(',');
}

/** Column ids as the address has them; null for none. */
function idsOf(columns: readonly Choosable<string>[]): string | null {
  return columns.length === 0 ? null : columns.map(({ id }) => id).join(',');
}

function choosable<Id extends string>(columns: readonly Choosable<Id>[]): readonly Choosable<Id>[] {
  return columns.filter(({ csvOnly, onlyWith }, index) => index > 0 && !csvOnly && onlyWith === undefined);
}
