import type { TaskMessage, TaskProgress } from '../../domain/task.ts';

/** Most messages stored; the counts include all. */
const MOST_MESSAGES = 100;

/** A person reads each message. */
const MOST_CHARACTERS = 500;

/** Progress of a running task: its work changes it, its worker stores it. */
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

  restart(): void {
    this.#state = { done: 0, total: this.#state.total, counts: {}, messages: [] };
    this.#isStored = false;
  }

  tell(about: string | null, text: string): void {
    const { messages } = this.#state;
    if (messages.length >= MOST_MESSAGES) return;
    const message: TaskMessage = { about, text: text.slice(0, MOST_CHARACTERS) };
    this.#state = { ...this.#state, messages: [...messages, message] };
    this.#isStored = false;
  }

  /** Updates the count or place in an earlier message, or adds the message. */
  retell(about: string, text: string): void {
    const shortened = text.slice(0, MOST_CHARACTERS);
    const { messages } = this.#state;
    const at = messages.findIndex((each) => each.text === shortened);
    if (at !== -1) {
      this.#state = { ...this.#state, messages: messages.with(at, { about, text: shortened }) };
      this.#isStored = false;
    } else this.tell(about, shortened);
  }

  /** Progress to store; null if unchanged since the last call. */
  toStore(): TaskProgress | null {
    if (this.#isStored) return null;
    this.#isStored = true;
    return this.#state;
  }
}
