import { engineNameOf } from '../../../domain/answers/engine.ts';
import { marketWords } from '../../../domain/brand/market.ts';
import { counted } from '../../../domain/text.ts';
import { isLeftOut, LEFT_OUT_WORDS } from '../../../exchange/rows.ts';
import type { ImportPreview, PreviewedRow, ReadBrand } from '../../../pipeline/intake/preview-import.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

const SHOWN = 3;
/** Brands named beside the own one. */
const MOST_BRANDS = 4;

/** How three rows will be read. @param from the first of them */
export function examplesSection(visit: Visit, preview: ImportPreview, from: number): Html | null {
  const { plan, markets } = preview;
  const examples = mixed(preview.examples);
  if (examples.length === 0) return null;
  const start = Number.isSafeInteger(from) && from > 0 && from < examples.length ? from : 0;
  const next = start + SHOWN < examples.length ? start + SHOWN : 0;
  const rows = examples.slice(start, start + SHOWN).map((row) => {
    const choice = plan.engineOf(row.engine ?? '');
    const engine =
      choice === null
        ? (row.engine ?? 'no engine')
        : 'own' in choice
          ? choice.own
          : engineNameOf(choice.slug);
    const market = markets.find(({ name }) => name === plan.marketOf(row.market, markets));
    return html`<tr${isLeftOut(row) && html` class="unused"`}><th scope="row" class="figure">${row.row}</th>
<td data-label="Engine, time, market"><bdi>${engine}</bdi>${row.collectedAt !== null && html` · ${visit.times.short(row.collectedAt)}`}${market && html` <small>${marketWords(market)}</small>`}</td>
<td data-label="Question"><bdi>${row.question ?? '–'}</bdi></td>
<td data-label="Sightline reads">${readWords(row)}</td>
<td data-label="The file said">${saidWords(row)}</td></tr>`;
  });
  return html`<section><div class="section-head"><h2>How ${counted(rows.length, 'row')} will be read</h2>${examples.length > SHOWN && html`<button name="from" value="${next}" class="as-link">Three others</button>`}</div>
<table class="cards"><caption class="unseen">Rows as they will be read</caption>
<thead><tr><th scope="col" class="figure import-row">Row</th><th scope="col">Engine, time, market</th><th scope="col">Question</th><th scope="col">Sightline reads</th><th scope="col">The file said</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** Two rows that can be imported, then one that cannot, and so on. */
function mixed(rows: readonly PreviewedRow[]): PreviewedRow[] {
  const [left, whole] = [rows.filter(isLeftOut), rows.filter((row) => !isLeftOut(row))];
  const places = (one: readonly PreviewedRow[], each: number, from: number) =>
    one.map((row, at) => ({ row, place: Math.floor(at / each) * SHOWN + (at % each) + from }));
  const all = [...places(whole, SHOWN - 1, 0), ...places(left, 1, SHOWN - 1)];
  return all.sort((one, other) => one.place - other.place).map(({ row }) => row);
}

function readWords(row: PreviewedRow): Html {
  if (isLeftOut(row)) {
    const [what, why] = LEFT_OUT_WORDS[row.reason];
    return html`<b>Left out:</b> ${what} <small>${why}</small>`;
  }
  const named = row.read
    .filter(({ isNamed }) => isNamed)
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity));
  const own = row.read.find(({ isOwn }) => isOwn);
  const shown = named
    .filter((brand, at) => brand.isOwn || at < MOST_BRANDS)
    .map((brand) => brandWords(brand));
  const pages =
    row.citations === null
      ? null
      : row.citations.length === 0
        ? 'cites nothing'
        : `cites ${counted(row.citations.length, 'page')}`;
  const missing =
    own !== undefined &&
    !own.isNamed &&
    html`<b><bdi>${own.name}</bdi> not named</b>${own.isCited && ', only linked'}`;
  const parts = [...shown, missing, pages].filter((part) => part !== false && part !== null);
  return html`${parts.map((part, at) => html`${at > 0 && ' · '}${part}`)}`;
}

function brandWords({ name, isOwn, rank }: ReadBrand): Html {
  const words = html`<bdi>${name}</bdi>${rank !== null && html` #${rank}`}`;
  return isOwn ? html`<b>${words}</b>` : words;
}

/** The other tool's own figures beside ours. */
function saidWords(row: PreviewedRow): Html {
  const { position } = row.theirs;
  const named = row.theirs.named ?? (position === null ? null : true);
  if (named === null) return html`<span class="muted">–</span>`;
  const said = position !== null ? `position ${position}` : named ? 'named' : 'not named';
  const own = row.read.find(({ isOwn }) => isOwn);
  if (own === undefined || isLeftOut(row)) return html`${said}`;
  const differs =
    named !== own.isNamed
      ? differenceOf(own)
      : position !== null && position !== own.rank
        ? own.rank === null
          ? 'the text has no list'
          : `#${own.rank} here`
        : null;
  return html`<span${differs !== null && html` class="apart"`}>${said}: ${differs ?? 'the same'}</span>`;
}

function differenceOf({ isNamed, isCited }: ReadBrand): string {
  if (isNamed) return 'the text names it';
  return isCited ? 'it counts the link' : 'not in the text';
}
