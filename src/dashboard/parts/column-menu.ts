import { type Html, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';

/** A column that may be hidden. */
interface Choosable<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly csvOnly?: true;
  readonly onlyWith?: string;
  /** There is no room for it unless it is asked for. */
  readonly isBeyond?: boolean;
}

/**
 * The columns that are hidden, by their ids: those of `hide=kind,site` in the address, and those there is no room for unless `show` has
 * them. The first always shows, and an id of no column changes nothing.
 */
export function hiddenIn<Id extends string>(visit: Visit, columns: readonly Choosable<Id>[]): Id[] {
  const [hide, show] = [listed(visit, 'hide'), listed(visit, 'show')];
  return choosable(columns).flatMap(({ id, isBeyond = false }) =>
    (isBeyond ? !show.includes(id) : hide.includes(id)) ? [id] : [],
  );
}

/** Which columns to show, as links. */
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

/** An engine as a column, with how many answers it has. */
export interface EngineColumn {
  readonly slug: string;
  readonly name: string;
  readonly answers: number;
}

/** More engines than these have no room beside each other. */
const MOST_ENGINES = 6;

/** Engines as columns of which those with the most answers have room; an engine's id is its slug. */
export function engineColumns(engines: readonly EngineColumn[]): Choosable<string>[] {
  const most = engines.toSorted((a, b) => b.answers - a.answers).slice(0, MOST_ENGINES);
  return engines.map((engine) => ({ id: engine.slug, label: engine.name, isBeyond: !most.includes(engine) }));
}

function listed({ query }: Visit, name: 'hide' | 'show'): readonly string[] {
  return (query.get(name) ?? '').split(',');
}

/** As the address has them; null for none. */
function idsOf(columns: readonly Choosable<string>[]): string | null {
  return columns.length === 0 ? null : columns.map(({ id }) => id).join(',');
}

function choosable<Id extends string>(columns: readonly Choosable<Id>[]): readonly Choosable<Id>[] {
  return columns.filter(({ csvOnly, onlyWith }, index) => index > 0 && !csvOnly && onlyWith === undefined);
}
