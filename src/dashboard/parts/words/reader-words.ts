import { dollars } from '../../../domain/figures/usd.ts';
import type { Content } from '../../markup/html.ts';
import { html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';

/** `meta.reader` of a report. */
export interface ShownReader {
  readonly name: string;
  /** Null for rules. */
  readonly prompt: string | null;
  /** Read before by another model or prompt. */
  readonly others: number;
  readonly waiting: number;
  readonly not_judged: number;
}

/** Who read the answers, with the way to the other reader if the brand has a model: `Read by gpt-6`. */
export function readBy(visit: Visit, reader: ShownReader): Content {
  const { name, prompt, others, waiting, not_judged: failed } = reader;
  const left = [
    ...(others > 0 ? [`${others.toLocaleString('en-US')} by another model or prompt before`] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString('en-US')} not read yet`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} not judged`] : []),
  ];
  const other =
    prompt !== null
      ? html` · <a class="not-printed" href="${here(visit, { reader: 'rules' })}">by rules instead</a>`
      : visit.choice.reader === 'rules' &&
        html` · <a class="not-printed" href="${here(visit, { reader: null })}">by the model instead</a>`;
  return html`Read by <bdi>${name}</bdi>${left.length > 0 && ` (${left.join(', ')})`}${other}${visit.mayOpen('accuracy') && html` · <a class="not-printed" href="${visit.to('accuracy')}">check the reader</a>`}`;
}

/** What reading as many answers as in the last 30 days costs: `about $2.10 a month`. */
export function monthWords(answers: number, usd: number): string {
  if (usd === 0) return answers === 0 ? 'no answers yet' : 'free';
  return `about ${dollars(usd)} a month`;
}
