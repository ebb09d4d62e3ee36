import type { ClaimRecord } from '../../../reports/claim.ts';
import { type Html, html } from '../../html.ts';

export type ClaimVerdict = ClaimRecord['verdict'];

export const VERDICT_WORDS: Readonly<Record<ClaimVerdict, string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  smaller_than_margin: 'Smaller than the margin',
  cannot_be_told: 'Cannot be told',
};

const SIGNS: Readonly<Record<ClaimVerdict, string>> = {
  supported: '✓',
  contradicted: '✕',
  smaller_than_margin: '≈',
  cannot_be_told: '?',
};

/** A verdict in words, with a sign and a color. @param words where they are others than usual */
export function verdictMark(verdict: ClaimVerdict, words = VERDICT_WORDS[verdict]): Html {
  return html`<span class="judged-verdict ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${words}</span>`;
}
