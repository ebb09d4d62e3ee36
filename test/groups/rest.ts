import fc from 'fast-check';
import { effort } from '../support/effort.ts';
import { load } from '../support/group.ts';

// Properties that state no number of cases.
fc.configureGlobal({ numRuns: effort(25, 100) });
await load('test/{pipeline,properties,statistics,storage}/*.test.ts', 'src/!(dashboard)/**/*.test.ts');
