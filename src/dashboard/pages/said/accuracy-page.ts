import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { type LabelSample, ROUND } from '../../../domain/answers/label.ts';
import { labelingOf, labelLines } from '../../../pipeline/declare/labels.ts';
import { explainAnswer } from '../../../pipeline/intake/explain.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { labelTable, whatMoreGives } from './accuracy-figures.ts';
import { plain } from './quotes.ts';

/** Where people say how an answer treats a name, and see how often each reader agrees. */
export const accuracyRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/accuracy',
    who: 'viewer',
    whoPosts: 'editor',
    get: accuracyPage,
    does: ['label', 'undo'],
    post: posted,
  },
  {
    path: '/brands/:brand/accuracy/labels.jsonl',
    who: 'viewer',
    noted: ({ brand }) => ({ action: 'brand.export', subject: brand.id, detail: 'labels' }),
    get: async ({ db, brand }) =>
      download({
        name: `${brand.id}-labels.jsonl`,
        type: 'application/jsonl',
        body: await labelLines(db, brand.id),
      }),
  },
];

async function posted(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const field = (name: string) => form.get(name) ?? '';
  const given = {
    answer: field('answer'),
    name: field('name'),
    sample: field('sample'),
    label: field('label'),
  };
  return await formOutcome(
    field('do') === 'undo' ? visit.act(actions.undo_label, {}) : visit.act(actions.label_answer, given),
    () => redirect(visit.address('accuracy')),
    async (refusal) => await shownPage(visit, refusal),
  );
}

async function accuracyPage(visit: Visit): Promise<Outcome> {
  return await shownPage(visit, null);
}

async function shownPage(visit: Visit, refusal: Refusal | null): Promise<Outcome> {
  const labeling = await labelingOf(visit.db, visit.brand.id, visit.now);
  const { done, next, model } = labeling;
  const labeled = done.random + done.disagreement;
  // Without a model nobody disagrees.
  const left = ROUND.random + (model === null ? 0 : ROUND.disagreement) - labeled;
  return page({
    title: `Accuracy · ${visit.brand.name}`,
    ...(refusal === null ? {} : { status: refusal.status }),
    main: html`${refusalNote(refusal)}<header class="page-head"><h1>Check the reader: ${labeled}${left > 0 && ` of ${labeled + left}`} sentences</h1>
<p class="lead">Say how answers treat a name. Your labels show how often the reader is right, and correct its shares.</p></header>
<div class="accuracy"><section aria-label="Label">${left > 0 && progress(labeled, left)}${
      next === null ? html`<p class="empty">No answer is left to label.</p>` : await labelForm(visit, next)
    }</section>
<aside>${labelTable(labeling)}
${await whatMoreGives(visit)}
<p><a class="button" href="${visit.to('accuracy/labels.jsonl')}">Download the labels</a> <small class="muted">They test every later model, too.</small></p></aside></div>`,
  });
}

/** About eight seconds a sentence. */
function progress(labeled: number, left: number): Html {
  const minutes = Math.max(1, Math.round((left * 8) / 60));
  return html`<p class="label-progress"><progress aria-label="Labeled" value="${labeled}" max="${labeled + left}"></progress> <small class="muted">${left} left, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}</small></p>`;
}

interface Next {
  readonly answer: string;
  readonly name: string;
  readonly sample: LabelSample;
}

async function labelForm(visit: Visit, { answer, name, sample: chosen }: Next): Promise<Html> {
  const explained = await explainAnswer(visit.db, answer, visit.brand.id, visit.deps.texts.explain);
  const text = explained.text ?? '';
  const matches = explained.brands.find(({ brand }) => brand === name)?.matches ?? [];
  const places = matches
    .filter(({ counts }) => counts)
    .map(({ at, end }) => ({ from: at, to: end, kind: 'self' as const }));
  return html`<p class="help">Asked: <b><bdi>${explained.prompt}</bdi></b> · ${engineNameOf(explained.engine)}</p>
<blockquote class="to-label">${excerpt(text, places)}</blockquote>
<p>How does this answer treat <b><bdi>${name}</bdi></b>, for a reader who asked this?</p>
${
  visit.mayEdit
    ? html`<form method="post" action="${visit.address('accuracy')}" class="label-choices" id="label">
<input type="hidden" name="do" value="label"><input type="hidden" name="answer" value="${answer}"><input type="hidden" name="name" value="${name}"><input type="hidden" name="sample" value="${chosen}">
${LABELS.map(([label, words, key]) => html`<button name="label" value="${label}" data-key="${key}"><kbd>${key}</kbd> ${words}</button> `)}</form>
<form method="post" action="${visit.address('accuracy')}" class="help"><button class="as-link" name="do" value="undo" data-key="U"><kbd>U</kbd> undo</button> · No reading is shown before you choose.</form>`
    : html`<p class="help">Editors may label.</p>`
}
<details><summary>The whole answer</summary>${await visit.deps.texts.answerHtml(text, { marks: places, under: 2, citations: new Map() })}</details>
${GUIDELINE}`;
}

const LABELS: readonly (readonly [label: string, words: string, key: string])[] = [
  ['recommended', 'Recommends', 'R'],
  ['neutral', 'Neutral', 'N'],
  ['both', 'Both', 'B'],
  ['negative', 'Warns', '−'],
  ['skip', 'Skip', 'Space'],
];

const GUIDELINE = html`<p class="help"><b>Recommends</b>: the answer itself says choose, try, or shortlist it, in general or for a stated need. <b>Warns</b>: it advises against it or says mainly bad things; one limit is not yet a warning. <b>Both</b>: real advice for it and real warning against it. <b>Neutral</b>: all else; in doubt, neutral.</p>`;

/** The lines that name it, each with its neighbors. */
function excerpt(text: string, places: readonly Line[]): Content {
  const lines = linesOf(text);
  const near = new Set<number>();
  lines.forEach((line, index) => {
    if (namesOne(line, places) && near.size < MOST_LINES)
      for (const each of [index - 1, index, index + 1]) near.add(each);
  });
  const shown = lines.map((line, index) => ({ line, index })).filter(({ index }) => near.has(index));
  return shown.map(({ line, index }, at) => {
    const isAfterGap = at > 0 && shown[at - 1]?.index !== index - 1;
    return html`${isAfterGap && html`<p class="muted">…</p>`}<p class="${namesOne(line, places) ? 'naming' : 'muted'}">${marked(text, line, places)}</p>`;
  });
}

const MOST_LINES = 12;

interface Line {
  readonly from: number;
  readonly to: number;
}

function namesOne({ from, to }: Line, places: readonly Line[]): boolean {
  return places.some((place) => place.from < to && place.to > from);
}

function linesOf(text: string): Line[] {
  const lines = [...text.matchAll(/[^\n]+/g)].filter(([line]) => line.trim() !== '');
  return lines.map(({ index, 0: line }) => ({ from: index, to: index + line.length }));
}

function marked(text: string, { from, to }: Line, places: readonly Line[]): Content {
  let at = from;
  const parts = places
    .filter((place) => place.from >= from && place.to <= to)
    .map((place) => {
      const before = text.slice(at, place.from);
      at = place.to;
      return html`${plain(before)}<mark class="self begins ends">${text.slice(place.from, place.to)}</mark>`;
    });
  return [...parts, plain(text.slice(at, to))];
}
