import type { TaskMessage, TaskProgress } from '../../domain/task.ts';

/** Messages that a task keeps; how many there were is in its counts. */
const MOST_MESSAGES = 100;

/** A message is for a person to read. */
const MOST_CHARACTERS = 500;

/** How far a running task is. Its work changes it, and its worker stores it now and then. */
export class Progress {
  #state: TaskProgress;
  #isStored = true;

  constructor(state: TaskProgress) {
    this.#state = state;
  }

  get state(): TaskProgress {
    return this.#state;
  }

  set(change: Partial<Pick<TaskProgress, 'done' | 'total' | 'counts'>>): void {
    this.#state = { ...this.#state, ...change };
    this.#isStored = false;
  }

  /** Begins again, without earlier counts and messages. */
  restart(): void {
    this.#state = { done: 0, total: this.#state.total, counts: {}, messages: [] };
    this.#isStored = false;
  }

  tell(about: string | null, text: string): void {
    const { messages } = this.#state;
    if (messages.length >= MOST_MESSAGES) return;
    const told: TaskMessage = { about, text: text.slice(0, MOST_CHARACTERS) };
    this.#state = { ...this.#state, messages: [...messages, told] };
    this.#isStored = false;
  }

  /** Says what a text that was told before is about now, or tells it. */
  retell(about: string, text: string): void {
    const told = text.slice(0, MOST_CHARACTERS);
    const { messages } = this.#state;
    const at = messages.findIndex((each) => each.text === told);
    if (at !== -1) {
      this.#state = { ...this.#state, messages: messages.with(at, { about, text: told }) };
      this.#isStored = false;
    } else this.tell(about, told);
  }

  /** What has to be stored; null if nothing has changed since the last time. */
  toStore(): TaskProgress | null {
    if (this.#isStored) return null;
    this.#isStored = true;
    return this.#state;
  }
}
