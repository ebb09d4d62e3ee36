import hooks, { type HookCallbacks } from 'node:async_hooks';

/**
 * Loads node:test so that it does not follow every promise of a process to the test that made it, which takes an eighth of the
 * processor time of a group. It still knows in which suite a test is declared, for that is synchronous. An error that nobody
 * catches is that of the test that began last, because the tests of a process run one after the other.
 */
const { createHook, executionAsyncId } = hooks;
const NOBODY = -1;
const known = new Set<number>();
let running = NOBODY;
let isUncaught = false;

/** What node:test is told of: tests, suites, and their hooks. */
function ofTestsAlone({ init }: HookCallbacks): ReturnType<typeof createHook> {
  const callbacks = {
    trackPromises: false,
    init: (id: number, type: string, _trigger: number, resource: object) => {
      if (type !== 'Test') return;
      known.add(id);
      init?.(id, type, NOBODY, resource);
    },
    before: (id: number) => {
      if (known.has(id)) running = id;
    },
  };
  return createHook(callbacks);
}

/** Before the listeners of node:test, which ask where the error comes from. */
function noteUncaught(): void {
  isUncaught = true;
  queueMicrotask(() => {
    isUncaught = false;
  });
}

process.on('uncaughtException', noteUncaught);
process.on('unhandledRejection', noteUncaught);
hooks.createHook = ofTestsAlone;
hooks.executionAsyncId = () => (isUncaught ? running : executionAsyncId());
process.getBuiltinModule('node:test');
hooks.createHook = createHook;
hooks.executionAsyncId = executionAsyncId;
