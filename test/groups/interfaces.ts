import { load } from '../support/group.ts';

await load('interfaces');
