export { type Difference, findDifferences } from '../storage/verify.ts';
