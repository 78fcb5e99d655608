import { describe, expect, test } from 'vitest';
import { CrossingState } from '#contract/crossing.ts';
import { type MountKind, useHost } from './context.ts';

export function describeCrossing(kind: MountKind): void {
  describe('between browser mode and the desktop app', () => {
    const context = useHost(kind);
    const post = (path: string, json: object) => context.call(`/api/crossing/${path}`, { method: 'POST', json });

    test('what was brought is said; nothing else is taken for a snapshot', async () => {
      const snapshot = '2026-11-27T030405Z-from-browser-0123abcd';
      const state = CrossingState.parse(await (await post('brought', { snapshot })).json());
      expect(state.brought.map((one) => one.snapshot)).toEqual([snapshot]);
      expect(CrossingState.parse(await (await context.call('/api/crossing')).json())).toEqual(state);
      for (const json of [{}, { snapshot: '../x' }, { snapshot: 7 }])
        expect((await post('brought', json)).status).toBe(400);
    });

    test.for(['keys/bring', 'keys/leave'])('%s needs a gesture of the user', async (path) => {
      const before = context.bench.readHome();
      expect((await post(path, { passphrase: 'correct horse battery' })).status).toBe(403);
      expect(context.bench.readHome()).toEqual(before);
    });
  });
}
