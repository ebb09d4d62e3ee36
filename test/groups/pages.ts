import { load } from '../support/group.ts';

await load('test/*.test.ts', 'test/{browser,dashboard}/**/*.test.ts', 'src/dashboard/**/*.test.ts');
