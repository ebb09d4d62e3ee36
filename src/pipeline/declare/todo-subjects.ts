import type { TodoKind } from '../../domain/alerts/todo.ts';
import { ENGINE_SLUGS } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { isSiteCited } from '../../storage/answers/lookups.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { findPages } from '../../storage/site/page-facts.ts';

/** Refuses a subject of a page, site, engine, competitor, question, or fact that the brand has not. @throws SightlineError `not_found` */
export async function refuseUnknownSubject(
  db: Database,
  brandId: number,
  { kind, subject }: { readonly kind: TodoKind; readonly subject: string },
): Promise<void> {
  if (await isKnown(db, brandId, kind, subject)) return;
  throw new SightlineError(
    'not_found',
    `Nothing of this brand is the subject “${subject.slice(0, 100)}” of the kind \`${kind}\`: pass both as /todo has them.`,
  );
}

async function isKnown(db: Database, brandId: number, kind: TodoKind, subject: string): Promise<boolean> {
  if (kind === 'page_fails' || kind === 'page_hidden')
    return (await findPages(db, brandId, [subject])).size > 0;
  if (kind === 'site') return await isSiteCited(db, brandId, subject.replace(/^own /, ''));
  const markets = (await listMarkets(db, brandId)).map(({ name }) => name);
  const what = withoutEnd(subject, ' in ', markets);
  if (what === null) return false;
  if (kind === 'engine_silent') return ENGINE_SLUGS.some((slug) => slug === what);
  if (kind === 'wrong_fact') return (await listFacts(db, brandId)).some(({ name }) => name === what);
  const placed = withoutEnd(what, ' on ', ENGINE_SLUGS);
  const names =
    kind === 'rival_ahead'
      ? (await listTracked(db, brandId)).map(({ name }) => name)
      : (await listTaggedPrompts(db, brandId)).map(({ digest }) => questionIdOf(digest));
  return placed !== null && names.includes(placed);
}

/** What stands before ` in us-en`; null if it does not end so. */
function withoutEnd(text: string, joint: string, ends: readonly string[]): string | null {
  const end = ends.map((each) => `${joint}${each}`).find((each) => text.endsWith(each));
  return end === undefined ? null : text.slice(0, -end.length);
}
