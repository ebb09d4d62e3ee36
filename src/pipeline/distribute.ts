export { type DistributeOptions, distribute, type PlacedTable } from '../storage/driver/distribution.ts';
