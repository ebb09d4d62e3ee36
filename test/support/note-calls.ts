import { noteCalls } from './coverage.ts';

noteCalls();
