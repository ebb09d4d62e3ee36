import { type CollectingCost, collectingCost } from '../../../pipeline/collect/cost.ts';
import type { ApplyDeps, ApplyResult, ApplyScope } from '../../../pipeline/declare/apply/apply.ts';
import {
  type BrandChange,
  ChangedMeanwhile,
  createdBrand,
  previewBrandChange,
} from '../../../pipeline/declare/change-brand.ts';
import { type BrandDocument, brandDocument } from '../../../pipeline/declare/document/document.ts';
import { differencesOf, questionDifferences } from '../../../pipeline/declare/document/document-diff.ts';
import { type DocumentPart, versionOf } from '../../../pipeline/declare/document/document-version.ts';
import type { Database } from '../../../reports/run/operator.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import {
  asSentence,
  changeList,
  costTable,
  differenceTable,
  newTable,
  questionTable,
  warnings,
} from './review.ts';

export interface Review {
  readonly result: ApplyResult;
  readonly before: BrandDocument | null;
  readonly after: BrandDocument;
  readonly costBefore: CollectingCost;
  readonly costAfter: CollectingCost;
  /** Parts that another user changed since the form was opened. The review compares with the stored version. */
  readonly changedMeanwhile: readonly DocumentPart[];
  /** From the stored version. */
  readonly version: string;
}

/** The user's scope for a declaration: the visited organization, or another one that the user can access. */
export function scopeOf(visit: Visit, { organizationId } = visit.caller): ApplyScope {
  return visit.scopeIn(organizationId);
}

/** A dry run of saving a form. @throws InvalidFile, or SightlineError `conflict` */
export async function reviewOf(
  visit: Visit,
  change: BrandChange,
  parts: readonly DocumentPart[],
): Promise<Review> {
  return await reviewed(visit, change, parts, (version, look) =>
    previewBrandChange(applyDeps(visit), { ...change, version }, look),
  );
}

export function applyDeps({ deps: { db, now, random } }: Visit): ApplyDeps {
  return { db, now, random };
}

interface Seen {
  readonly after: BrandDocument;
  readonly costAfter: CollectingCost;
}

type Look = (db: Database, result: ApplyResult) => Promise<Seen>;

async function reviewed(
  visit: Visit,
  change: { readonly scope: ApplyScope; readonly brand: string | null; readonly version: string | null },
  parts: readonly DocumentPart[],
  preview: (version: string | null, look: Look) => Promise<{ result: ApplyResult; seen: Seen }>,
): Promise<Review> {
  const { db } = visit.deps;
  const before = change.brand === null ? null : await brandDocument(db, change.brand);
  const version = before === null ? '' : versionOf(before, parts);
  const { organizationId } = change.scope;
  const costBefore = await costIn(visit, db, { organizationId, brand: change.brand });
  const look: Look = async (previewed, result) => {
    const brand = change.brand ?? createdBrand(result) ?? '';
    return {
      after: await brandDocument(previewed, brand),
      costAfter: await costIn(visit, previewed, { organizationId, brand }),
    };
  };
  const found = { before, costBefore, version };
  try {
    const { result, seen } = await preview(change.version, look);
    return { ...found, result, ...seen, changedMeanwhile: [] };
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const { result, seen } = await preview(version, look);
    return { ...found, result, ...seen, changedMeanwhile: error.parts };
  }
}

async function costIn(
  visit: Visit,
  db: Database,
  whose: { readonly organizationId: number; readonly brand: string | null },
): Promise<CollectingCost> {
  return await collectingCost(db, visit.now, whose, await visit.deps.engines(db));
}

/** Shows a review: the differences, the effect on stored answers, the cost, and warnings. */
export function reviewBody(review: Review, more: readonly string[] = []): Html {
  const { result, before, after, costBefore, costAfter } = review;
  return html`${warnings([...more, ...warningsOf(review)])}
<section aria-labelledby="changes-head"><h2 id="changes-head">${before === null ? 'New settings' : 'Changes'}</h2>
${changeList(result.changes, after.id)}
${before === null ? newTable(differencesOf(null, after)) : differenceTable(differencesOf(before, after))}
${questionTable(questionDifferences(before, after))}
</section>
<section aria-labelledby="cost-head"><h2 id="cost-head">Cost</h2>
${costTable(costBefore, costAfter)}
</section>`;
}

const PART_WORDS: Readonly<Partial<Record<DocumentPart, string>>> = {
  domain: 'website',
  domains: 'further websites',
  aliases: 'other names',
  match: 'how the name is found',
  samples_per_day: 'times a day',
  sites: 'kinds of sites',
  prompts: 'questions',
};

function warningsOf({ result, after, changedMeanwhile }: Review): string[] {
  return [
    ...(changedMeanwhile.length === 0
      ? []
      : [
          `Somebody else changed this brand since you opened the form: ${changedMeanwhile.map((part) => PART_WORDS[part] ?? part).join(', ')}. ` +
            'The changes below are against the current settings.',
        ]),
    ...result.lookalikes.map(asSentence),
    ...result.notices.map((notice) => asSentence(inFormWords(withoutId(notice, after.id)))),
    ...result.due.map(
      ({ answers }) =>
        `${answers.toLocaleString('en-US')} stored ${answers === 1 ? 'answer keeps' : 'answers keep'} the earlier ` +
        'reading until the rescan that starts when you save.',
    ),
  ];
}

/** Rewords file advice for the form. */
const FORM_WORDS = [
  ['write `domain: …` below its name, or `configured: true`', 'give its website'],
  ['its reports answer 404', 'it has no reports'],
  ['set `case_sensitive: false`', 'choose “Any capitals” under “Name matching”'],
  ['set `case_sensitive: true`', 'choose “Exactly these capitals” there'],
  ['add longer names as aliases', 'add longer names under “Other names”'],
] as const;

function inFormWords(advice: string): string {
  return FORM_WORDS.reduce((text, [inFile, inForm]) => text.replace(inFile, inForm), advice);
}

/** Drops the brand's id, because the page already names the brand. */
function withoutId(notice: string, id: string): string {
  if (notice.startsWith(`${id} has `)) return `the brand${notice.slice(id.length)}`;
  return notice.startsWith(`${id}: `) ? notice.slice(id.length + 2) : notice;
}
