import type { SliceChoices } from '../../reports/run/slice-choices.ts';
import { UNKNOWN_MODEL } from '../../reports/shape/slice.ts';
import { type Content, type Html, html } from '../html.ts';
import type { ChosenSlice } from '../slice.ts';
import { type Option, optionList } from './field.ts';

/**
 * The fields of a form that choose a slice, without those that a brand has nothing to choose from. A list holds what is chosen already
 * without showing it, and offers one value more: chips take values back.
 *
 * @param self the name of the brand
 */
export function sliceFields(slice: ChosenSlice, choices: SliceChoices, self: string): Content {
  const tags = choices.tags.map((tag): Option => [tag, tag]);
  const models = choices.models.map(
    (model): Option => [model, model === UNKNOWN_MODEL ? 'Not known' : model],
  );
  const markets = choices.markets.map(({ name, words }): Option => [name, words]);
  const isShort = choices.questions.length <= MOST_QUESTIONS;
  const questions = isShort ? choices.questions.map(({ id, text }): Option => [id, text]) : [];
  return [
    moreOf('tag', 'Questions tagged', 'Any', tags, slice.tag),
    moreOf('tag_not', 'Questions not tagged', 'None left out', tags, slice.tag_not),
    choices.questions.length > 0 &&
      oneOf('branded', 'Questions that name', 'Anybody or nobody', brandedOptions(self), slice.branded),
    choices.markets.length > 1 && oneOf('market', 'Market', 'Not chosen', markets, slice.market),
    moreOf('model', 'Model', 'Any', models, slice.model),
    moreOf('question', 'Question', 'Any', questions, slice.question),
  ];
}

/** More would make every page as long as that of the questions, where each can be looked at by itself. */
const MOST_QUESTIONS = 100;

function brandedOptions(self: string): Option[] {
  return [
    ['self', self],
    ['competitor', `A competitor and not ${self}`],
    ['none', 'Nobody tracked'],
  ];
}

function oneOf(
  name: string,
  label: string,
  none: string,
  options: readonly Option[],
  chosen: string | undefined,
): Html {
  const isListed = chosen === undefined || options.some(([value]) => value === chosen);
  const all: readonly Option[] = [['', none], ...options, ...(isListed ? [] : ([[chosen, chosen]] as const))];
  return select(name, label, all, chosen);
}

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

function select(name: string, label: string, options: readonly Option[], chosen?: string): Html {
  return html`<div class="field"><label for="slice-${name}">${label}</label><select id="slice-${name}" name="${name}">${optionList(options, chosen)}</select></div>`;
}
