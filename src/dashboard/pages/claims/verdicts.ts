import type { ClaimRecord } from '../../../reports/claims/claim.ts';
import { type Html, html } from '../../markup/html.ts';

export type ClaimVerdict = ClaimRecord['verdict'];

export const VERDICT_WORDS: Readonly<Record<ClaimVerdict, string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  smaller_than_margin: 'Smaller than the margin',
  cannot_be_told: 'Undecided',
};

const SIGNS: Readonly<Record<ClaimVerdict, string>> = {
  supported: '✓',
  contradicted: '✕',
  smaller_than_margin: '≈',
  cannot_be_told: '?',
};

/** A verdict in words, with symbol and color. */
export function verdictMark(verdict: ClaimVerdict): Html {
  return html`<span class="judged-verdict ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${VERDICT_WORDS[verdict]}</span>`;
}
