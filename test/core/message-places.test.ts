import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { ListStart, SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import { MessagePlaces } from '#core/normalize/base/message-places.ts';
import { messageRefOf } from '#core/normalize/base/overlays.ts';
import { runs } from '#test/runs.ts';

const IDS = ['a', 'b', 'c', undefined];
const NAMES = ['a', 'b', 'c', '#0', '#3', 'nowhere'];

const message = (id: string | undefined): HistoryMessage => ({ role: 'user', parts: [], ...(id && { id }) });

/** What becomes of a path between two looks: it ends earlier, and goes on with new messages. */
const changes = array(record({ kept: nat(12), more: array(constantFrom(...IDS), { maxLength: 5 }) }), { maxLength: 8 });

it('finds messages in a history that grows, shrinks and branches as in one that it sees for the first time', () => {
  assert(
    property(changes, constantFrom(true, false), (steps, isShared) => {
      const places = new MessagePlaces();
      let path = ListStart.of<HistoryMessage>();
      for (const { kept, more } of steps) {
        const newest = more.map(message);
        const start = path.first(kept);
        const history = isShared ? new SplitList(start, newest) : SplitList.of([...start.slice(), ...newest]);
        path = start.with(newest);
        const found = places.of(history);
        for (const name of NAMES) {
          const all = history.all.flatMap((one, index) => (messageRefOf(one, index) === name ? [index] : []));
          expect(found.all(name)).toEqual(all);
          expect(found.last(name)).toBe(all.at(-1) ?? -1);
          expect(found.last(name, 3)).toBe(all.findLast((index) => index < 3) ?? -1);
        }
      }
    }),
    { numRuns: runs(200) },
  );
});
