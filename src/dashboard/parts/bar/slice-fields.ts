import type { SliceChoices } from '../../../reports/run/slice-choices.ts';
import { UNKNOWN_MODEL } from '../../../reports/shape/slice.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { ChosenSlice } from '../../visit/slice.ts';
import { type Option, optionList } from '../form/field.ts';

/**
 * Form fields for filters without their own chip; null if there are none. Each list keeps its chosen values as hidden fields and offers
 * one more; the chip resets them.
 */
export function moreFields(slice: ChosenSlice, choices: SliceChoices): Content {
  const tags = choices.tags.map((tag): Option => [tag, tag]);
  const models = choices.models.map(
    (model): Option => [model, model === UNKNOWN_MODEL ? 'Not known' : model],
  );
  const isShort = choices.questions.length <= MOST_QUESTIONS;
  const questions = isShort ? choices.questions.map(({ id, text }): Option => [id, text]) : [];
  const fields = [
    moreOf('tag_not', 'Questions not tagged', 'None excluded', tags, slice.tag_not),
    moreOf('model', 'Model', 'Any', models, slice.model),
    moreOf('question', 'Question', 'Any', questions, slice.question),
    choices.hasImports || slice.imported !== undefined ? importedField(slice.imported) : null,
  ].filter((each) => each !== null);
  return fields.length === 0 ? null : fields;
}

/** A longer list would make every page as large as the questions page, which has a link per question. */
const MOST_QUESTIONS = 100;

function moreOf(
  name: string,
  label: string,
  none: string,
  options: readonly Option[],
  chosen: readonly string[] = [],
): Content {
  if (options.length === 0 && chosen.length === 0) return null;
  const left = options.filter(([value]) => !chosen.includes(value));
  const kept = chosen.map((value) => html`<input type="hidden" name="${name}" value="${value}">`);
  return [kept, select(name, label, [['', chosen.length === 0 ? none : 'No other'], ...left])];
}

function importedField(chosen = ''): Html {
  const options = [
    ['', 'Imported or not'],
    ['yes', 'Only imported'],
    ['no', 'Only asked by Sightline'],
  ] as const;
  return html`<div class="field"><label for="slice-imported">Answers</label><select id="slice-imported" name="imported">${optionList(options, chosen)}</select></div>`;
}

function select(name: string, label: string, options: readonly Option[]): Html {
  return html`<div class="field"><label for="slice-${name}">${label}</label><select id="slice-${name}" name="${name}">${optionList(options)}</select></div>`;
}
