import type { Note } from '../request.ts';

/** Notes in the order of the steps that made them, so that a history read in pieces has those of the whole one. */
export class StepNotes {
  readonly #steps = new Map<string, Note[]>();
  #current: Note[] = [];

  /** Every piece begins the same steps in the same order. */
  begin(step: string): void {
    const known = this.#steps.get(step);
    this.#current = known ?? [];
    if (!known) this.#steps.set(step, this.#current);
  }

  add(note: Note): void {
    this.#current.push(note);
  }

  of(step: string): readonly Note[] {
    return this.#steps.get(step) ?? [];
  }

  /** The notes of each step here, followed by those of the same step in `next`. */
  joined(next: StepNotes): Note[] {
    const all: Note[] = [];
    for (const step of new Set([...this.#steps.keys(), ...next.#steps.keys()])) {
      for (const note of this.of(step)) all.push(note);
      for (const note of next.of(step)) all.push(note);
    }
    return all;
  }

  /** These notes and those of `next` that are about messages before `end`. */
  with(next: StepNotes, end: number): StepNotes {
    const all = new StepNotes();
    for (const step of new Set([...this.#steps.keys(), ...next.#steps.keys()])) {
      all.begin(step);
      for (const note of this.of(step)) all.add(note);
      for (const note of next.of(step)) if ((note.message ?? end) < end) all.add(note);
    }
    return all;
  }

  /** Whether a step has a note about a message before `end`. */
  has(step: string, end: number): boolean {
    return this.of(step).some(({ message }) => (message ?? end) < end);
  }
}
