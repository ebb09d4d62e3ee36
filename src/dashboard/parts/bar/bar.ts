import { engineNameOf } from '../../../domain/answers/engine.ts';
import type { ChosenCounts, SliceChoices } from '../../../reports/run/slice-choices.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Page } from '../../markup/outcome.ts';
import { type Compared, type Offered, offeredBy, parametersOfChoice } from '../../visit/choice.ts';
import type { ChosenSlice } from '../../visit/slice.ts';
import { here, type Visit } from '../../visit/visit.ts';
import {
  earlierWindow,
  NO_WINDOW,
  resolvedWindow,
  USUAL_WINDOW,
  WINDOWS,
  windowBetween,
} from '../../visit/window.ts';
import { joinedClauses } from '../words/clauses.ts';
import { brandedOptions, type SliceWords, sliceWords } from '../words/slice-words.ts';
import { shortDays, windowLabel } from '../words/window-text.ts';
import { barChip, barForm, NO_PLACE, type Way, wayLink, ways } from './bar-chip.ts';
import { moreFields } from './slice-fields.ts';

export interface Bar {
  readonly offered: Offered;
  /** Includes the default market, which the address may omit. */
  readonly slice: ChosenSlice;
  /** Null on pages without a brand. */
  readonly choices: SliceChoices | null;
  /** Answers per engine for the choice; null on pages without one brand's figures. */
  readonly counts: ChosenCounts | null;
  /** Engines to choose from. */
  readonly engines: readonly string[];
  readonly downloads: Content;
}

export type ChosenBar = Omit<Bar, 'downloads'>;

export async function barOf(
  visit: Visit,
  page: Pick<Page, 'figures' | 'ownWindow' | 'rowsOf'>,
): Promise<ChosenBar> {
  const offered = offeredBy(page);
  if (!visit.hasBrand || !Object.values(offered).some(Boolean)) {
    return { offered, slice: {}, choices: null, counts: null, engines: [] };
  }
  const counts = offered.window && offered.slice ? await visit.chosenCounts() : null;
  return {
    offered,
    slice: await visit.ofOneMarket(),
    choices: await visit.sliceChoices(),
    counts,
    engines: page.rowsOf?.engines ?? [...(counts?.answers.keys() ?? [])],
  };
}

/**
 * The filter bar: a chip for each filter that the page's figures support, the number of answers, and the downloads. Chips that differ from
 * the default are filled and can be reset; a chip without options only shows its value.
 */
export function bar(visit: Visit, parts: Bar): Html | null {
  const { offered, counts, downloads } = parts;
  const narrow = narrowing(visit, parts);
  const isNarrowed = narrow.some(({ isSet }) => isSet);
  if (!offered.window && narrow.length === 0 && downloads === null) return null;
  return html`<div class="bar"><div class="bar-row">
${offered.window && windowChip(visit)}${offered.compare && compareChip(visit)}
${(narrow.length > 0 || downloads !== null) && html`<button type="button" class="bar-open${isNarrowed && ' set'}" popovertarget="bar-sheet">${narrow.length > 0 ? 'Filters' : 'More'}</button>`}
<div id="bar-sheet" class="bar-sheet" popover>${narrow.map(({ chip }) => chip)}
<div class="bar-end">${counts && countsOf(visit, offered, counts)}${downloads}</div></div>
</div></div>`;
}

/** The filters in words, for print, which has no bar. */
export function chosenWords(visit: Visit, parts: ChosenBar): Html | null {
  const clauses = clausesOf(visit, parts);
  return clauses.length === 0 ? null : html`<p class="printed">Only answers${joinedClauses(clauses)}.</p>`;
}

/** The page's filters, without the window, as clauses about answers. */
export function clausesOf(visit: Visit, { offered, slice, choices }: ChosenBar): string[] {
  if (choices === null) return [];
  const clauses = sliceWords({ slice, choices, self: visit.brand.name }).map(({ clause }) => clause);
  const engines = enginesOf(visit, offered).map(engineNameOf);
  if (engines.length > 0) clauses.unshift(`from ${new Intl.ListFormat('en-US').format(engines)}`);
  return clauses;
}

function windowChip(visit: Visit): Html {
  const { window: chosen } = visit.choice;
  const { period } = resolvedWindow(visit.window, visit.now);
  const days = shortDays(period, visit.now);
  const label = windowLabel(chosen);
  const named = WINDOWS.map(
    (window): Way => ({ query: { window }, text: windowLabel(window), isCurrent: window === chosen }),
  );
  const [from, until] = [period.from, period.to - 1].map((at) => new Date(at).toISOString());
  const fixed = { ...NO_WINDOW, window: windowBetween(from ?? '', until ?? '') };
  return barChip({
    name: 'window',
    title: 'Window',
    value:
      label === null ? html`<b>${days}</b>` : html`<b>${label}</b> <span class="bar-days">· ${days}</span>`,
    undo: chosen === USUAL_WINDOW || visit.isWindowFixed ? null : here(visit, { ...NO_WINDOW, ...NO_PLACE }),
    panel: visit.isWindowFixed
      ? null
      : html`${ways(
          visit,
          named.map((way) => ({ ...way, query: { ...NO_WINDOW, ...way.query } })),
        )}
${datesForm(visit, from ?? '', until ?? '')}
<p class="help">Days are in UTC. A link to “${label ?? days}” ${label === null ? 'always shows these days' : 'stays relative to today'}${label !== null && html`: <a href="${here(visit, { ...fixed, ...NO_PLACE })}">link with these dates</a>`}.</p>`,
  });
}

function datesForm(visit: Visit, from: string, until: string): Html {
  const today = new Date(visit.now).toISOString().slice(0, 10);
  const date = (name: string, label: string, at: string) =>
    html`<label>${label} <input type="date" name="${name}" value="${at.slice(0, 10)}" max="${today}" required></label>`;
  return barForm(
    visit,
    Object.keys(NO_WINDOW),
    html`<div class="bar-dates">${date('from', 'From', from)}${date('until', 'to', until)}<button class="primary">Show</button></div>`,
  );
}

const COMPARED: Readonly<Record<Compared, string>> = {
  previous: 'Previous period',
  year: 'Same days a year ago',
  off: 'Off',
};

function compareChip(visit: Visit): Html {
  const { compare } = visit.choice;
  const days = (each: Compared) => {
    const earlier = each === 'off' ? null : earlierWindow(visit.window, each, visit.now);
    return earlier && shortDays(earlier, visit.now);
  };
  const all = Object.entries(COMPARED) as [Compared, string][];
  return barChip({
    name: 'compare',
    title: 'Compared with',
    value:
      compare === 'off'
        ? html`<span>Compare:</span> off`
        : html`<span>vs</span> ${compare === 'year' ? 'a year ago' : 'previous'}`,
    undo: compare === 'previous' ? null : here(visit, { compare: null, ...NO_PLACE }),
    panel: html`${ways(
      visit,
      all.map(([each, text]) => ({
        query: { compare: each === 'previous' ? null : each },
        text,
        aside: days(each),
        isCurrent: each === compare,
      })),
    )}<p class="help">Like with like: a change counts only questions asked in both windows.</p>`,
  });
}

interface Narrowing {
  readonly chip: Html;
  readonly isSet: boolean;
}

/** The filter chips, in one sheet on phones. */
function narrowing(visit: Visit, { offered, slice, choices, counts, engines }: Bar): Narrowing[] {
  if (choices === null) return [];
  const words = sliceWords({ slice, choices, self: visit.brand.name });
  const said = (name: keyof ChosenSlice) => words.find(({ names }) => names.includes(name));
  return [
    offered.engine && engineChip(visit, offered, engines, counts),
    offered.slice && choices.tags.length > 0 && tagChip(visit, choices, said('tag')),
    offered.market && choices.markets.length > 0 && marketChip(visit, choices, slice),
    offered.slice && choices.questions.length > 0 && brandedChip(visit),
    offered.slice && moreChip(visit, choices, words),
  ].flatMap((each) => each || []);
}

function narrowingChip(
  visit: Visit,
  names: readonly string[],
  { name, title, value, panel }: { name: string; title: string; value: Content; panel: Content },
): Narrowing {
  const isSet = names.some(
    (each) => parametersOfChoice(visit.choice)[each as keyof ChosenSlice] !== undefined,
  );
  const nothing = Object.fromEntries(names.map((each) => [each, null]));
  const undo = isSet ? here(visit, { ...nothing, ...NO_PLACE }) : null;
  return { isSet, chip: barChip({ name, title, value: html`<span>${title}</span> ${value}`, undo, panel }) };
}

/** The engines in the page's figures; empty for all. Several only if each row belongs to one engine. */
export function enginesOf({ choice: { engines } }: Visit, offered: Offered): readonly string[] {
  return engines.length > 1 && !offered.engines ? [] : engines;
}

function engineChip(
  visit: Visit,
  offered: Offered,
  all: readonly string[],
  counts: ChosenCounts | null,
): Narrowing | null {
  const { engines: chosen } = visit.choice;
  const engines = [...new Set([...all, ...chosen])];
  const names = chosen.map(engineNameOf).join(', ');
  const isOfThem = enginesOf(visit, offered).length > 0;
  return narrowingChip(visit, ['engine'], {
    name: 'engine',
    title: 'Engine',
    value: isOfThem ? names : `all ${engines.length || ''}${chosen.length > 0 ? ' here' : ''}`,
    panel:
      engines.length === 0
        ? null
        : html`${chosen.length > 0 && !isOfThem && html`<p class="help">You chose ${names}. This page shows one engine, or all of them.</p>`}${
            offered.engines
              ? severalEngines(visit, engines, counts)
              : ways(visit, [everyEngine(visit), ...engines.map((each) => onlyEngine(visit, each, counts))])
          }<p class="help">Engines are never averaged.</p>`,
  });
}

function everyEngine({ choice }: Visit): Way {
  return { query: { engine: null }, text: 'All, separately', isCurrent: choice.engines.length === 0 };
}

function onlyEngine({ choice }: Visit, engine: string, counts: ChosenCounts | null): Way {
  return {
    query: { engine },
    text: engineNameOf(engine),
    isCurrent: choice.engines.length === 1 && choice.engine === engine,
    aside: counts && (counts.answers.get(engine) ?? 0).toLocaleString('en-US'),
  };
}

/** A link per engine, with a checkbox for choosing several. */
function severalEngines(visit: Visit, engines: readonly string[], counts: ChosenCounts | null): Html {
  const { engines: chosen } = visit.choice;
  const items = engines.map(
    (engine) =>
      html`<li><input type="checkbox" name="engine" value="${engine}" aria-label="${engineNameOf(engine)}"${(chosen.length === 0 || chosen.includes(engine)) && html` checked`}>${wayLink(visit, onlyEngine(visit, engine, counts))}</li>`,
  );
  return html`${ways(visit, [everyEngine(visit)])}${barForm(visit, ['engine'], html`<ul class="bar-ways bar-several">${items}</ul><button class="primary">Show these</button>`)}`;
}

function tagChip(visit: Visit, { tags }: SliceChoices, said: SliceWords | undefined): Narrowing {
  const { tag: chosen = [] } = visit.choice.slice;
  const boxes = tags.map(
    (tag) =>
      html`<li><label class="check"><input type="checkbox" name="tag" value="${tag}"${chosen.includes(tag) && html` checked`}> <bdi>${tag}</bdi></label></li>`,
  );
  return narrowingChip(visit, ['tag'], {
    name: 'tag',
    title: 'Tag',
    value: said === undefined ? 'all' : html`<bdi>${said.chip.replace(/^tagged /, '')}</bdi>`,
    panel: barForm(
      visit,
      ['tag'],
      html`<ul class="bar-boxes">${boxes}</ul><p class="row"><span class="help">Any of them</span><button class="primary">Show</button></p>`,
    ),
  });
}

function marketChip(visit: Visit, { markets }: SliceChoices, { market }: ChosenSlice): Narrowing {
  const current = market ?? markets[0]?.name;
  const each = markets.map(
    ({ name, words }, index): Way => ({
      query: { market: index === 0 ? null : name },
      text: words,
      isCurrent: name === current,
    }),
  );
  return narrowingChip(visit, ['market'], {
    name: 'market',
    title: 'Market',
    value: html`<bdi>${markets.find(({ name }) => name === current)?.words ?? current}</bdi>`,
    panel:
      each.length < 2
        ? null
        : html`${ways(visit, each)}<p class="help">Markets are never counted together.</p>`,
  });
}

function brandedChip(visit: Visit): Narrowing {
  const { branded: chosen } = visit.choice.slice;
  const words = brandedOptions(visit.brand.name);
  const all: Way = { query: { branded: null }, text: 'All questions', isCurrent: chosen === undefined };
  const each = words.map(
    ([branded, text]): Way => ({ query: { branded }, text, isCurrent: branded === chosen }),
  );
  return narrowingChip(visit, ['branded'], {
    name: 'branded',
    title: 'Questions naming',
    value: chosen === undefined ? 'all' : (words.find(([name]) => name === chosen)?.[1] ?? chosen),
    panel: html`${ways(visit, [all, ...each])}<p class="help">Answers to questions with your name in them almost always name you.</p>`,
  });
}

const MORE = ['tag_not', 'question', 'model'] as const;

/** Rarely used filters. */
function moreChip(visit: Visit, choices: SliceChoices, words: readonly SliceWords[]): Narrowing | null {
  const fields = moreFields(visit.choice.slice, choices);
  const said = words.filter(({ names }) => names.some((name) => MORE.some((each) => each === name)));
  if (fields === null && said.length === 0) return null;
  return narrowingChip(visit, MORE, {
    name: 'more',
    title: 'More',
    value: html`<bdi>${said.map(({ chip }) => chip).join(', ')}</bdi>`,
    panel:
      fields &&
      barForm(
        visit,
        MORE,
        html`<div class="bar-fields">${fields}</div><button class="primary">Show</button>`,
      ),
  });
}

function countsOf(visit: Visit, offered: Offered, counts: ChosenCounts): Html {
  const engines = enginesOf(visit, offered);
  const answers = answersIn(counts, engines);
  const questions = counts.questions(engines);
  const text = (count: number, of: string) =>
    html`${count.toLocaleString('en-US')} ${count === 1 ? of : `${of}s`}`;
  const answersUrl = visit.answers(resolvedWindow(visit.window, visit.now).meta.window);
  return html`<a class="plain" href="${answersUrl}">${text(answers, 'answer')}</a> <a class="plain" href="${visit.to('questions')}">${text(questions, 'question')}</a>`;
}

/** Answers from some engines; empty for all. */
export function answersIn({ answers }: ChosenCounts, engines: readonly string[]): number {
  const counted = [...answers].filter(([engine]) => engines.length === 0 || engines.includes(engine));
  return counted.reduce((sum, [, count]) => sum + count, 0);
}
