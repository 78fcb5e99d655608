// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DragOutDeps, followDrags } from '#ui/shell/desktop/follow-drags.ts';

/** A page with the title of the shown conversation, and a list with three lines, the first two selected. */
const PAGE = `
  <header><h1 data-drag-out="shown"><button id="title">A talk</button></h1></header>
  <div id="list" data-together="one two">
    ${['one', 'two', 'three'].map((id) => `<div data-session="${id}" draggable="true"><a id="${id}">${id}</a></div>`).join('')}
  </div>`;

const late = new Error('too late');
let stop = () => undefined as void;
/** What the list itself would begin to move. */
let moved: string[];

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = PAGE;
  moved = [];
  document
    .querySelector('#list')
    ?.addEventListener('dragstart', ({ target }) => void moved.push((target as Element).id));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function follow(more: Partial<DragOutDeps> = {}) {
  const calls = {
    write: vi.fn<DragOutDeps['write']>(async (sessions) => new File(['x'], `${sessions.join('+')}.md`)),
    give: vi.fn<DragOutDeps['give']>(async () => undefined),
    onLate: vi.fn<DragOutDeps['onLate']>(),
    onFailed: vi.fn<DragOutDeps['onFailed']>(),
  };
  const deps = {
    document,
    mac: false,
    isKept: () => true,
    isLate: (error: unknown) => error === late,
    ...calls,
    ...more,
  };
  stop = followDrags(deps);
  return { ...calls, ...more } as typeof calls;
}

const fire = (type: string, on: string, more: MouseEventInit & { pointerType?: string } = {}) => {
  const { pointerType = 'mouse', ...init } = more;
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  document.querySelector(`#${on}`)?.dispatchEvent(event);
  return event;
};
const names = (give: { mock: { calls: [File][] } }) => give.mock.calls.map(([file]) => file.name);
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the title', () => {
  it('is dragged out as a file that is written from the press on', async () => {
    const { write, give } = follow();
    fire('pointerdown', 'title');
    expect(document.querySelector('h1')?.draggable).toBe(true);
    await vi.advanceTimersByTimeAsync(150);
    expect(write).toHaveBeenCalledOnce();
    expect(fire('dragstart', 'title').defaultPrevented).toBe(true);
    await settle();
    expect(names(give)).toEqual(['shown.md']);
    expect(write).toHaveBeenCalledOnce();
  });

  it('writes nothing for a click, a hover, a finger, or another button', async () => {
    const { write } = follow();
    fire('pointermove', 'title');
    fire('pointerdown', 'title');
    fire('pointerup', 'title');
    fire('pointerdown', 'title', { pointerType: 'touch' });
    await vi.advanceTimersByTimeAsync(500);
    fire('pointerdown', 'title', { button: 2 });
    await vi.advanceTimersByTimeAsync(500);
    expect(write).not.toHaveBeenCalled();
  });

  it('of a conversation that is only in this window stays', async () => {
    const { write } = follow({ isKept: (session) => session !== 'shown' });
    fire('pointerdown', 'title');
    expect(fire('dragstart', 'title').defaultPrevented).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(write).not.toHaveBeenCalled();
  });
});

describe('a line of the list', () => {
  it('goes on moving into folders', async () => {
    const { write } = follow();
    fire('pointerdown', 'three');
    expect(fire('dragstart', 'three').defaultPrevented).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(moved).toEqual(['three']);
    expect(write).not.toHaveBeenCalled();
  });

  it.each([
    ['Ctrl', false, { ctrlKey: true }, { altKey: true }],
    ['Option', true, { altKey: true }, { ctrlKey: true }],
  ])('is dragged out with %s, and does not move then', async (_key, mac, key, other) => {
    const { give } = follow({ mac });
    fire('pointerdown', 'three', key);
    expect(fire('dragstart', 'three', key).defaultPrevented).toBe(true);
    await settle();
    expect(names(give)).toEqual(['three.md']);
    expect(moved).toEqual([]);
    fire('pointerdown', 'three', other);
    fire('dragstart', 'three', other);
    expect(moved).toEqual(['three']);
  });

  it('takes all that are selected along, if it is one of them', async () => {
    const { give } = follow();
    for (const id of ['two', 'three']) {
      fire('pointerdown', id, { ctrlKey: true });
      fire('dragstart', id, { ctrlKey: true });
      await settle();
    }
    expect(names(give)).toEqual(['one+two.md', 'three.md']);
  });
});

describe('a file that takes long', () => {
  it('is kept when the pointer is let go first, and the next drag has it at once', async () => {
    const file = Promise.withResolvers<File>();
    const { write, give, onLate } = follow({ write: vi.fn<DragOutDeps['write']>(() => file.promise) });
    fire('pointerdown', 'title');
    fire('dragstart', 'title');
    fire('pointerup', 'title');
    file.resolve(new File(['x'], 'late.md'));
    await settle();
    expect(give).not.toHaveBeenCalled();
    expect(onLate).toHaveBeenCalledOnce();
    fire('pointerdown', 'title');
    fire('dragstart', 'title');
    await settle();
    expect(names(give)).toEqual(['late.md']);
    expect(write).toHaveBeenCalledOnce();
  });

  it('says the same when the press no longer counts, and keeps it for half a minute', async () => {
    const give = vi.fn<DragOutDeps['give']>(async () => undefined).mockRejectedValueOnce(late);
    const { write, onLate, onFailed } = follow({ give });
    const drag = async () => {
      fire('pointerdown', 'title');
      fire('dragstart', 'title');
      await settle();
    };
    await drag();
    expect([onLate.mock.calls.length, onFailed.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(31_000);
    await drag();
    expect(write).toHaveBeenCalledTimes(2);
    expect(write.mock.calls[0]?.[1].aborted).toBe(true);
  });

  it('that fails is said, and the next drag tries again', async () => {
    const write = vi
      .fn<DragOutDeps['write']>(async () => new File(['x'], 'again.md'))
      .mockRejectedValueOnce(new Error('the disk is full'));
    const { give, onFailed } = follow({ write });
    for (let turn = 0; turn < 2; turn++) {
      fire('pointerdown', 'title');
      fire('dragstart', 'title');
      await settle();
    }
    expect(onFailed.mock.calls).toEqual([[new Error('the disk is full')]]);
    expect(names(give)).toEqual(['again.md']);
  });

  it('is forgotten with the page', async () => {
    const { write } = follow();
    fire('pointerdown', 'title');
    await vi.advanceTimersByTimeAsync(150);
    stop();
    expect(write.mock.calls[0]?.[1].aborted).toBe(true);
    fire('pointerdown', 'three', { ctrlKey: true });
    expect(fire('dragstart', 'three', { ctrlKey: true }).defaultPrevented).toBe(false);
  });
});
