import { type ActionResult, ChangedMeanwhile } from '../../../actions/run-action.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { type DocumentPart, versionOf } from '../../../pipeline/declare/document/document-version.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import type { ActOptions, Visit } from '../../visit/visit.ts';
import { formOutcome, type Refusal } from './refusal.ts';
import { changeTable, costTable, warnings } from './review.ts';

/** A form whose change somebody reviews before saving it. */
export interface ReviewedForm<Result extends ActionResult> {
  readonly act: (options: ActOptions) => Promise<Result>;
  /** Public id; null for a new brand. */
  readonly brand: string | null;
  /** What the form overwrites; empty if it only adds to what is stored, or takes from it. */
  readonly parts: readonly DocumentPart[];
  /** Of these parts, when the form was opened. */
  readonly version: string;
  readonly saved: (result: Result) => Outcome | Promise<Outcome>;
  /** The form with its typed values. @param refusal null if the change changes nothing @param version of the stored parts */
  readonly again: (refusal: Refusal | null, version: string) => Promise<Outcome>;
  readonly review: ReviewPage;
}

/** The words and fields of a review. */
export interface ReviewPage {
  readonly title: string;
  readonly heading: string;
  readonly lead: Html | string;
  /** Where it is saved; default: the review's own address. */
  readonly action?: string;
  readonly save?: string;
  readonly warnings?: readonly string[];
  /** The form's fields, without the version. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Saves a form, shows its review, or shows it again with its refusal. */
export async function reviewedForm<Result extends ActionResult>(
  visit: Visit,
  form: ReviewedForm<Result>,
  isSaved: boolean,
): Promise<Outcome> {
  const outcome = async (): Promise<Outcome> => {
    if (!isSaved) return await reviewed(visit, form);
    const result = await form.act({ ifMatch: form.version }).catch(unlessChanged);
    return result instanceof ChangedMeanwhile ? await reviewed(visit, form) : await form.saved(result);
  };
  return await formOutcome(
    outcome(),
    (shown) => shown,
    (refusal) => form.again(refusal, form.version),
  );
}

async function reviewed<Result extends ActionResult>(
  visit: Visit,
  { act, brand, parts, version, again, review }: ReviewedForm<Result>,
): Promise<Outcome> {
  const stored = brand === null ? null : versionOf(await brandDocument(visit.deps.db, brand), parts);
  const asked = await act({ isDryRun: true, ifMatch: version }).catch(unlessChanged);
  const isOld = asked instanceof ChangedMeanwhile;
  const result = isOld ? await act({ isDryRun: true, ifMatch: stored }) : asked;
  if (result.changes.length === 0) return await again(null, stored ?? '');
  const told = [...(review.warnings ?? []), ...(isOld ? [changedWords(asked)] : []), ...result.notices];
  const fields = [...review.fields, ...(parts.length === 0 ? [] : [['version', stored ?? ''] as const])];
  return page({
    title: review.title,
    main: html`<header class="page-head"><h1>${review.heading}</h1><p class="lead">${review.lead}</p></header>
${warnings(told)}
<section aria-labelledby="changes-head"><h2 id="changes-head">${brand === null ? 'New settings' : 'Changes'}</h2>
${changeTable(result.changes)}
</section>
${
  result.cost &&
  html`<section aria-labelledby="cost-head"><h2 id="cost-head">Cost</h2>
${costTable(result.cost.before, result.cost.after)}
</section>`
}
<form method="post" class="row"${review.action !== undefined && html` action="${review.action}"`}>${fields.map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}
<button class="primary" name="do" value="save">${review.save ?? 'Save'}</button>
<button name="do" value="edit">Back</button>
</form>`,
  });
}

/** Somebody else's change is for the review; other errors are not. */
function unlessChanged(error: unknown): ChangedMeanwhile {
  if (error instanceof ChangedMeanwhile) return error;
  throw error;
}

const PART_WORDS: Readonly<Partial<Record<DocumentPart, string>>> = {
  domain: 'website',
  domains: 'further websites',
  aliases: 'other names',
  match: 'how the name is found',
  samples_per_day: 'times a day',
  sites: 'kinds of sites',
};

function changedWords({ parts }: ChangedMeanwhile): string {
  return (
    `Somebody else changed this brand since you opened the form: ${parts.map((part) => PART_WORDS[part] ?? part).join(', ')}. ` +
    'The changes below are against the current settings.'
  );
}
