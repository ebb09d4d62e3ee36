import { type CollectingCost, collectingCost } from '../../../pipeline/collect/cost.ts';
import type { ApplyResult, ApplyScope } from '../../../pipeline/declare/apply.ts';
import {
  type BrandChange,
  ChangedMeanwhile,
  createdBrand,
  previewBrandChange,
} from '../../../pipeline/declare/change-brand.ts';
import { type BrandDocument, brandDocument } from '../../../pipeline/declare/document.ts';
import { differencesOf } from '../../../pipeline/declare/document-diff.ts';
import { type DocumentPart, versionOf } from '../../../pipeline/declare/document-version.ts';
import { ordinaryNames } from '../../../pipeline/declare/ordinary-names.ts';
import type { Database } from '../../../reports/run/operator.ts';
import { type Html, html } from '../../html.ts';
import { asSentence, changeList, costTable, differenceTable, warnings } from '../../parts/review.ts';
import type { Visit } from '../../visit.ts';

/** What a change would do. */
export interface Review {
  readonly result: ApplyResult;
  readonly before: BrandDocument | null;
  readonly after: BrandDocument;
  readonly costBefore: CollectingCost;
  readonly costAfter: CollectingCost;
  /** What somebody else changed since the form was shown; the review is of what is stored now. */
  readonly changedMeanwhile: readonly DocumentPart[];
  /** Of what is stored now. */
  readonly version: string;
}

/** Who a user is to what is declared: of the organization that the visit is about. */
export function scopeOf(visit: Visit): ApplyScope {
  return {
    actor: visit.user.id,
    organizationId: visit.caller.organizationId,
    mayChangePlan: visit.user.role === 'admin',
  };
}

/** What saving would do. Nothing is changed. @throws InvalidFile, or SightlineError `conflict` */
export async function reviewOf(
  visit: Visit,
  change: Omit<BrandChange, 'scope'>,
  parts: readonly DocumentPart[],
): Promise<Review> {
  const { db, now, random } = visit.deps;
  const deps = { db, now, random };
  const scope = scopeOf(visit);
  const before = change.brand === null ? null : await brandDocument(db, change.brand);
  const version = before === null ? '' : versionOf(before, parts);
  const costBefore = await costIn(visit, db, change.brand);
  const look = async (preview: Database, result: ApplyResult) => {
    const brand = change.brand ?? createdBrand(result) ?? '';
    return { after: await brandDocument(preview, brand), costAfter: await costIn(visit, preview, brand) };
  };
  const previewed = async (shown: string | null) =>
    await previewBrandChange(deps, { ...change, scope, version: shown }, look);
  try {
    const { result, seen } = await previewed(change.version);
    return { result, before, ...seen, costBefore, changedMeanwhile: [], version };
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const { result, seen } = await previewed(version);
    return { result, before, ...seen, costBefore, changedMeanwhile: error.parts, version };
  }
}

async function costIn(visit: Visit, db: Database, brand: string | null): Promise<CollectingCost> {
  const { organizationId } = visit.caller;
  return await collectingCost(db, visit.now, { organizationId, brand }, visit.deps.engines);
}

/** What a review says: the diff, what it does to stored answers, its cost, and what to keep in mind. */
export function reviewBody(review: Review): Html {
  const { result, before, after, costBefore, costAfter } = review;
  return html`${warnings(warningsOf(review))}
<section aria-labelledby="changes-head"><h2 id="changes-head">What changes</h2>
${changeList(result.changes)}
${differenceTable(differencesOf(before, after))}
</section>
<section aria-labelledby="cost-head"><h2 id="cost-head">What asking costs</h2>
${costTable(costBefore, costAfter)}
</section>`;
}

const PART_WORDS: Readonly<Partial<Record<DocumentPart, string>>> = {
  domain: 'website',
  domains: 'further websites',
  aliases: 'other names',
  match: 'how the name is found',
  market: 'country and language',
  samples_per_day: 'times a day',
  sites: 'kinds of sites',
  prompts: 'questions',
};

function warningsOf({ result, after, changedMeanwhile, before }: Review): string[] {
  const known = new Set(
    before === null ? [] : ordinaryNames([before, ...before.competitors]).map(({ name }) => name),
  );
  const ordinary = ordinaryNames([after, ...after.competitors]).filter(({ name }) => !known.has(name));
  return [
    ...(changedMeanwhile.length === 0
      ? []
      : [
          `Somebody else changed this brand since you opened the form: ${changedMeanwhile.map((part) => PART_WORDS[part] ?? part).join(', ')}. ` +
            'Below is what saving would change now.',
        ]),
    ...result.lookalikes.map(asSentence),
    ...result.notices.map((notice) => asSentence(withoutId(notice, after.id))),
    ...ordinary.map(({ of, name, advice }) => (of === name ? advice : `${of}: ${advice}`)),
    ...result.due.map(
      ({ answers }) =>
        `${answers.toLocaleString('en-US')} stored ${answers === 1 ? 'answer says' : 'answers say'} what they did with the earlier ` +
        'names until they are read again. You can start that after saving.',
    ),
  ];
}

/** A notice is of the brand of the page, which need not be named. */
function withoutId(notice: string, id: string): string {
  return notice.startsWith(`${id}: `) ? notice.slice(id.length + 2) : notice;
}
