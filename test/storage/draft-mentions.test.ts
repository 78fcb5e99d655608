import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { describe, expect, it } from 'vitest';
import { createDrafts } from '#state/drafts.ts';
import { getDraft } from '#storage/draft-repository.ts';
import type { DraftRow } from '#storage/rows.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

const onUnreadableRow = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};
const MENTIONS: NonNullable<DraftRow['mentions']> = [
  { kind: 'file', token: '@src/app.ts', folder: '/work', path: 'src/app.ts' },
  { kind: 'session', token: '@A relay', session: 's2', title: 'A relay' },
  { kind: 'resource', token: '@Notes', server: 'notes', uri: 'notes://1', name: 'Notes' },
];

describe('what a draft points at', () => {
  it('is stored with its text, and nothing of it for a draft without', async () => {
    const db = await openTestDatabase();
    const { now, setTimeout, clearTimeout } = new FakeClock();
    const drafts = createDrafts({ db, now, setTimeout, clearTimeout, onError: onUnreadableRow });
    drafts.save('s1', 'see @src/app.ts', [], {}, MENTIONS);
    drafts.save('s2', 'plain', []);
    await drafts.flush();
    expect(await getDraft(db, 's1', onUnreadableRow)).toMatchObject({ text: 'see @src/app.ts', mentions: MENTIONS });
    expect(Object.keys((await db.drafts.get('s2')) ?? {}).toSorted()).toEqual([
      'at',
      'attachments',
      'sessionId',
      'text',
    ]);
  });

  it('is absent in drafts that an earlier version stored, which open unchanged', async () => {
    const db = await openTestDatabase();
    const earlier = {
      sessionId: 's1',
      text: 'What do these show?',
      attachments: [
        { kind: 'file', mime: 'text/plain', name: 'a.txt', blob: 'ab', bytes: 1, from: { server: 'n', uri: '' } },
      ],
      asks: { thinking: 'high', modes: ['search'] },
      at: 5,
    };
    await db.table('drafts').put(earlier);
    expect(await getDraft(db, 's1', onUnreadableRow)).toEqual(earlier);
  });
});
