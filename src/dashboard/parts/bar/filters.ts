import { engineNameOf } from '../../../domain/answers/engine.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import type { ChosenCounts } from '../../../reports/run/slice-choices.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { ChosenSlice } from '../../visit/slice.ts';
import { type AddressQuery, here, type Visit } from '../../visit/visit.ts';
import { checkField } from '../form/field.ts';
import { brandedOptions, sliceWords } from '../words/slice-words.ts';
import { barForm, barMenu, NO_PLACE } from './bar-menu.ts';
import { answersIn, type ChosenBar, enginesOf } from './chosen-bar.ts';
import { moreFields } from './slice-fields.ts';

/** The filters that a page's figures take: one form, and each chosen filter in words with a link that removes it. Null without any. */
export function filters(visit: Visit, bar: ChosenBar): Html | null {
  const groups = groupsOf(visit, bar).filter(Boolean);
  if (groups.length === 0) return null;
  const chosen = chosenFilters(visit, bar);
  const count = chosen.length > 0 && html` <b>${chosen.length}<span class="unseen"> set</span></b>`;
  const panel = html`${barForm(
    visit,
    ['engine', 'market', 'tag', 'branded', 'tag_not', 'model', 'question', 'imported', 'reader'],
    html`<div class="bar-groups">${groups}</div><p class="bar-foot"><button class="primary">Show</button>${bar.counts && countsOf(visit, bar, bar.counts)}</p>`,
  )}`;
  return html`${barMenu({ name: 'filters', title: null, value: html`Filters${count}`, panel })}${chosen.map(
    ({ text, undo }) =>
      html`<span class="bar-set"><bdi>${text}</bdi><a href="${here(visit, { ...undo, ...NO_PLACE })}"><span class="unseen">Remove: ${text}</span><span aria-hidden="true">×</span></a></span>`,
  )}`;
}

interface ChosenFilter {
  readonly text: string;
  readonly undo: AddressQuery;
}

function chosenFilters(visit: Visit, { offered, choices }: ChosenBar): ChosenFilter[] {
  if (choices === null) return [];
  const { engines, slice, reader } = visit.choice;
  const taken = Object.entries(slice).filter(([name]) =>
    name === 'market' ? offered.market : offered.slice,
  );
  const words = sliceWords({ slice: Object.fromEntries(taken), choices, self: visit.brand.name });
  const names = new Intl.ListFormat('en-US').format(engines.map(engineNameOf));
  const isOfThem = enginesOf(visit, offered).length > 0;
  return [
    ...(engines.length > 0 && offered.engine
      ? [{ text: isOfThem ? `only ${names}` : `all engines here, not only ${names}`, undo: { engine: null } }]
      : []),
    ...words.map(({ names: undone, chip }) => ({
      text: chip,
      undo: Object.fromEntries(undone.map((each) => [each, null])),
    })),
    ...(reader !== null && offered.reader
      ? [{ text: `read by ${reader === 'rules' ? 'rules' : 'the model'}`, undo: { reader: null } }]
      : []),
  ];
}

function groupsOf(visit: Visit, bar: ChosenBar): Content[] {
  const { offered, slice, choices } = bar;
  if (choices === null) return [];
  const { branded, tag = [] } = visit.choice.slice;
  const isOfQuestions = offered.slice && choices.questions.length > 0;
  return [
    offered.engine && engineGroup(visit, bar),
    offered.market && choices.markets.length > 0 && marketGroup(visit, bar, slice),
    offered.slice &&
      choices.tags.length > 0 &&
      group(
        'Tags',
        choices.tags.map((each) => checkField('tag', each, html`<bdi>${each}</bdi>`, tag.includes(each))),
        'Any of them.',
      ),
    isOfQuestions &&
      group(
        'Questions naming',
        options('branded', branded ?? '', [['', 'all'], ...brandedOptions(visit.brand.name)]),
        'Answers to questions with your name almost always name you.',
      ),
    offered.reader &&
      choices.hasModel &&
      group(
        'Read by',
        options('reader', visit.choice.reader ?? '', [
          ['', 'the model'],
          ['rules', 'rules'],
        ]),
      ),
    offered.slice && moreGroup(moreFields(visit.choice.slice, choices)),
  ];
}

function group(legend: string, fields: Content, help: Content = null): Html {
  return html`<fieldset><legend>${legend}</legend>${fields}${help && html`<p class="help">${help}</p>`}</fieldset>`;
}

function moreGroup(fields: Content): Html | null {
  return fields ? html`<div class="bar-fields">${fields}</div>` : null;
}

type RadioOption = readonly [value: string, text: string, aside?: Content];

function options(name: string, chosen: string, all: readonly RadioOption[]): Html[] {
  return all.map(([value, text, aside]) => optionField('radio', name, value, text, value === chosen, aside));
}

function optionField(
  type: 'radio' | 'checkbox',
  name: string,
  value: string,
  text: string,
  isChosen: boolean,
  aside: Content,
): Html {
  return html`<label class="check"><input type="${type}" name="${name}" value="${value}"${isChosen && html` checked`}> <bdi>${text}</bdi>${aside !== undefined && html` <span class="muted">${aside}</span>`}</label>`;
}

/** Several engines only where each row has one. */
function engineGroup(visit: Visit, { offered, engines: all, counts }: ChosenBar): Html | null {
  const { engines: chosen, engine } = visit.choice;
  const engines = [...new Set([...all, ...chosen])].sort((one, other) =>
    engineNameOf(one).localeCompare(engineNameOf(other), 'en'),
  );
  if (engines.length === 0) return null;
  const aside = (each: string) => counts && (counts.answers.get(each) ?? 0).toLocaleString('en-US');
  if (offered.engines) {
    const boxes = engines.map((each) =>
      optionField('checkbox', 'engine', each, engineNameOf(each), chosen.includes(each), aside(each)),
    );
    return group('Engines', boxes, 'None ticked: all, each for itself. Engines are never averaged.');
  }
  const radios = options('engine', engine ?? '', [
    ['', 'all, each for itself'],
    ...engines.map((each) => [each, engineNameOf(each), aside(each)] as const),
  ]);
  const names = chosen.map(engineNameOf).join(', ');
  const help = chosen.length > 1 ? `You chose ${names}. This page shows one engine, or all of them.` : null;
  return group('Engine', radios, help);
}

function marketGroup(visit: Visit, { choices }: ChosenBar, { market }: ChosenSlice): Html {
  const markets = choices?.markets ?? [];
  const radios = markets.map(({ name, words }, index): RadioOption => [index === 0 ? '' : name, words]);
  const chosen = market === markets[0]?.name ? '' : (market ?? '');
  const add =
    visit.mayEdit &&
    html`<a href="${visit.to('setup')}#markets">Add a market</a>: questions keep their language, so add some in its own. `;
  const shown = radios.length > 1 ? options('market', chosen, radios) : markets.map(({ words }) => words);
  return group('Market', shown, html`${add}Each market is counted apart.`);
}

function countsOf(visit: Visit, { offered }: ChosenBar, counts: ChosenCounts): Html {
  const engines = enginesOf(visit, offered);
  const number = (count: number, noun: string) =>
    `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
  const href = visit.answers(resolvedWindow(visit.window, visit.now).meta.window);
  return html`<span class="help">Shown: <a href="${href}">${number(answersIn(counts, engines), 'answer')}</a> to <a href="${visit.to('questions')}">${number(counts.questions(engines), 'question')}</a></span>`;
}
