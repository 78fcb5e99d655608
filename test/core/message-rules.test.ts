import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createContext } from '#core/draft/create-context.ts';
import { draftOf } from '#core/draft/draft.ts';
import { StepNotes } from '#core/draft/step-notes.ts';
import { SplitList } from '#core/list-start.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { MESSAGE_RULES } from '#core/normalize/message-rules.ts';
import { HistoryReader } from '#core/normalize/read-history.ts';
import { subjectsIn } from '#core/normalize/subjects.ts';
import { anyHistory } from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';

describe('a rule about something that no message has', () => {
  it('would change nothing and note nothing', () => {
    const spared = new Map<string, number>();
    assert(
      property(anyHistory, anyTarget, (history, target) => {
        const notes = new StepNotes();
        const context = createContext({ target, dialect: dialectFor(target), overlays: [] }, notes);
        const range = { from: 0, end: history.length };
        const items = new HistoryReader().read(SplitList.of(history), range, context, new Set()) ?? [];
        const draft = draftOf(items);
        const subjects = subjectsIn(items);
        for (const { rule, about } of MESSAGE_RULES) {
          context.notes.begin(rule.name);
          const isSpared = about !== undefined && !about.some((subject) => subjects.has(subject));
          const before = isSpared ? structuredClone(draft.items) : null;
          rule(draft, context);
          if (!before) continue;
          expect(draft.items).toEqual(before);
          expect(notes.of(rule.name).length).toBe(0);
          spared.set(rule.name, (spared.get(rule.name) ?? 0) + 1);
        }
      }),
      { numRuns: 300 },
    );
    // Each of them was spared somewhere.
    const names = MESSAGE_RULES.flatMap(({ rule, about }) => (about ? [rule.name] : []));
    expect([...spared.keys()].toSorted()).toEqual(names.toSorted());
  });
});
