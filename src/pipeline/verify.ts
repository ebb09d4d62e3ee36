/** Checking the store is an operator's work like the rest of this folder; the checks themselves are SQL. */
export { type Difference, findDifferences } from '../storage/verify.ts';
