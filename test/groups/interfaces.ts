import { load } from '../support/group.ts';

await load('test/{cli,http,mcp}/*.test.ts');
