import { load } from '../support/group.ts';

await load('test/servers/*.test.ts');
