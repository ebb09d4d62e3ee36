import fc from 'fast-check';

/**
 * Tries a property on random cases, and before them on one that is the same in every run. What must hold of all the cases
 * together, such as that some were not empty, then does not depend on luck.
 *
 * @param seed of a case that holds it by itself; if generators change, another may be needed
 */
export async function assertWithSameCase<Values>(
  property: fc.IAsyncProperty<Values>,
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  const examples = fc.sample(property, { seed, numRuns: 1 });
  await fc.assert(property, { examples, numRuns, endOnFailure: true });
}
