import { load } from '../support/group.ts';

await load('test/{endpoints,servers}/*.test.ts', 'test/*.test.ts');
