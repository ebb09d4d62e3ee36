import type { StoreKind, TestStore } from '../../support/stores.ts';

/** A part of the conformance suite. `fresh` gives an empty store of the database under test. */
export type Part = (fresh: () => Promise<TestStore>, kind: StoreKind) => void;
