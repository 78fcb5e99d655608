import { describe, expect, it } from 'vitest';
import { coalesceReloads } from '#state/coalesce-reloads.ts';

/** Loads that end when told to. */
function loads() {
  const open: (() => void)[] = [];
  let begun = 0;
  const reload = coalesceReloads(async () => {
    begun += 1;
    await new Promise<void>((resolve) => open.push(resolve));
  });
  const finish = async () => {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { reload, finish, begun: () => begun };
}

describe('reload once', () => {
  it('follows a load with one more, however often it was asked meanwhile', async () => {
    const { reload, finish, begun } = loads();
    let done = 0;
    for (let ask = 0; ask < 5; ask += 1) void reload().then(() => (done += 1));
    expect(begun()).toBe(1);
    await finish();
    expect([begun(), done]).toEqual([2, 0]);
    await finish();
    expect([begun(), done]).toEqual([2, 5]);
  });

  it('loads anew when asked after the end', async () => {
    const { reload, finish, begun } = loads();
    void reload();
    await finish();
    void reload();
    expect(begun()).toBe(2);
    await finish();
  });
});
