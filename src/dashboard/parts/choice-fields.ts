import { BAR, keptChoice, parametersOfChoice } from '../choice.ts';
import { type Content, html } from '../html.ts';
import type { Visit } from '../visit.ts';

/** The choice of the bar as fields that a form keeps without showing them. */
export function choiceFields({ query }: Pick<Visit, 'query'>): Content {
  return Object.entries(parametersOfChoice(keptChoice(query))).flatMap(([name, values]) =>
    [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
}

/** The rest of an address as such fields. @param asked the parameters that the form asks for, or leaves out */
export function addressFields({ query }: Pick<Visit, 'query'>, asked: readonly string[]): Content {
  const kept = [...query].filter(([name, value]) => (value !== '' || name === BAR) && !asked.includes(name));
  return kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
