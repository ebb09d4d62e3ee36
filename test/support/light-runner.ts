import asyncHooks, { type HookCallbacks } from 'node:async_hooks';

/**
 * Loaded with --import by a whole run. Node's test runner follows every promise to the test that made it, to
 * blame that test for an uncaught error. That costs a sixth of the processor time, so this turns it off. Such
 * an error still fails the run, but names only the file; `npm run test:file` names the test.
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false });
await import('node:test');
asyncHooks.createHook = createHook;
