/** Shared first words of clauses; later clauses replace them with `and`. */
const BEGINNINGS = ['that ', 'to questions '] as const;

/** Joins clauses about answers: ` of ChatGPT (API) that name Acme and do not name Bolt` */
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
