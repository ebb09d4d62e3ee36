import type { ExplainText } from '../../pipeline/intake/explain.ts';
import type { Proposal, SitePages } from '../../propose/proposal.ts';
import type { ProposalSources } from '../../propose/proposals.ts';
import type { Searches } from '../../propose/search-console.ts';
import type { AnswerOptions } from '../answer-text/answer-html.ts';
import type { Html } from '../markup/html.ts';

/** Reads texts from outside, which may be made to be slow, without blocking other requests. */
export interface OutsideTexts {
  /**
   * The searches in an uploaded file or a pasted table.
   *
   * @throws SightlineError `invalid_file`, also for a file that takes too much time
   */
  readonly searches: (file: Uint8Array | string) => Promise<Searches>;
  /** Proposals from pages and other sources. @throws SightlineError `invalid_argument` if they take too much time */
  readonly proposals: (site: SitePages | null, sources: ProposalSources) => Promise<Proposal[]>;
  /** Explains an answer. It names nobody if that takes too much time. */
  readonly explain: ExplainText;
  /** An answer as HTML; as it came if that takes too much time. */
  readonly answerHtml: (text: string, options: AnswerOptions) => Promise<Html>;
}
