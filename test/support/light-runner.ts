import asyncHooks, { type HookCallbacks } from 'node:async_hooks';

/**
 * Loaded with --import by a whole run, takes one thing away from Node's test runner: it follows every promise to the test
 * that made it, so that an error that nobody caught can be said of that test. That costs a sixth of the processor time. Without
 * it, such an error is said of the file, and fails the run as before. `npm run test:file` says it of the test.
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false });
await import('node:test');
asyncHooks.createHook = createHook;
