import { join } from 'node:path';
import { build, ROOT } from './stage.ts';

build(join(ROOT, 'dist'));
