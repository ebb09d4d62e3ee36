import { load } from '../support/group.ts';

await load('test/{properties,statistics,storage}/*.test.ts');
