import { belongsTo, hostOfDomain } from '../../domain/web/host.ts';
import { promptBrandReader } from '../../extract/names/branded-prompts.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

/** The first of some questions that names the brand or a competitor, or a site of theirs, with whom it names; null for none. */
export async function namingQuestion(
  db: Database,
  brandId: number,
  questions: readonly string[],
): Promise<{ readonly question: string; readonly whom: 'the brand' | 'a competitor' } | null> {
  const tracked = await listTracked(db, brandId);
  const named = promptBrandReader(tracked);
  const whom = (question: string) => {
    const hosts = hostsIn(question);
    const site = tracked.find((brand) => hosts.some((host) => belongsTo(host, brand.hosts)));
    return site?.role ?? named(question);
  };
  const question = questions.find((each) => whom(each) !== 'none');
  if (question === undefined) return null;
  return { question, whom: whom(question) === 'self' ? 'the brand' : 'a competitor' };
}

/** `is www.tandemly.example/pricing fair?` has `tandemly.example`. */
function hostsIn(question: string): string[] {
  const words = question.split(/[\s,;()<>"“”„«»!?'’]+/u);
  return words.flatMap((word) => hostOfDomain(word.replace(/[.:]$/u, '')) ?? []);
}
