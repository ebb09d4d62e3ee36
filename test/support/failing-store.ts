import type { RootOperationNode } from 'kysely';
import type { Store } from '../../src/storage/driver/database.ts';

/** Whether a statement is of this kind and names this table or column. */
export function isOn(node: RootOperationNode, kind: RootOperationNode['kind'], name: string): boolean {
  return node.kind === kind && JSON.stringify(node).includes(`"${name}"`);
}

/** A view of a store, on which a statement fails with the error that `failureOf` returns for it. */
export function failingStore<Kind extends Store>(
  store: Kind,
  failureOf: (node: RootOperationNode) => Error | null,
): Kind {
  const main = store.main.withPlugin({
    transformQuery: ({ node }) => {
      const failure = failureOf(node);
      if (failure !== null) throw failure;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...store, main };
}
