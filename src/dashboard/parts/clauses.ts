/** What several clauses may begin with: after the first, `and` stands for it. */
const BEGINNINGS = ['that ', 'to questions '] as const;

/** Clauses about answers as one: ` of ChatGPT (API) that name Acme and do not name Bolt` */
export function joinedClauses(clauses: readonly string[]): string {
  const used = new Set<string>();
  return clauses
    .map((clause) => {
      const beginning = BEGINNINGS.find((each) => clause.startsWith(each));
      if (beginning === undefined || !used.has(beginning)) {
        used.add(beginning ?? '');
        return ` ${clause}`;
      }
      return ` and ${clause.slice(beginning.length)}`;
    })
    .join('');
}
