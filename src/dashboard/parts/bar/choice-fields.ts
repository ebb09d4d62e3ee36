import { type Content, html } from '../../markup/html.ts';
import { BAR, carriedChoice, parametersOfChoice } from '../../visit/choice.ts';
import type { Visit } from '../../visit/visit.ts';

/** The bar's choice as hidden form fields. */
export function choiceFields({ query }: Pick<Visit, 'query'>): Content {
  return Object.entries(parametersOfChoice(carriedChoice(query))).flatMap(([name, values]) =>
    [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
}

/** The address's other parameters as hidden form fields. @param asked parameters to leave out */
export function addressFields({ query }: Pick<Visit, 'query'>, asked: readonly string[]): Content {
  const kept = [...query].filter(([name, value]) => (value !== '' || name === BAR) && !asked.includes(name));
  return kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
