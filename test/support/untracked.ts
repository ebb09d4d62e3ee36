import hooks from 'node:async_hooks';

/**
 * Loads node:test so that it does not follow every promise of a process to the test that made it, which takes a tenth of the time of
 * a group. What it gives up: an error that nobody catches fails the group, and not the test by name. Run the file alone to see which.
 */
const { createHook } = hooks;
const NO_HOOK = { enable: () => NO_HOOK, disable: () => NO_HOOK };
hooks.createHook = () => NO_HOOK as unknown as ReturnType<typeof createHook>;
process.getBuiltinModule('node:test');
hooks.createHook = createHook;
