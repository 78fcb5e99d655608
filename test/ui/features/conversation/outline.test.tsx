// @vitest-environment jsdom
import { act, fireEvent, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addMessageRows, type NewMessage } from '#storage/write-messages.ts';
import { openOutline } from '#ui/features/conversation/outline/open-outline.ts';
import { OutlineButton } from '#ui/features/conversation/outline/outline-button.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';
import { click, fill } from '../../support/user.ts';

const HEIGHT = 400;
beforeAll(() => {
  // jsdom has no layout, but the list needs its height.
  const sizes = { clientHeight: HEIGHT, clientWidth: 600, offsetHeight: HEIGHT, offsetWidth: 600 };
  for (const [name, size] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
  const inside = (of: HTMLElement) => of.firstElementChild instanceof HTMLElement && of.firstElementChild.style.height;
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
    configurable: true,
    get(this: HTMLElement) {
      return Number.parseInt(inside(this) || '0', 10);
    },
  });
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = to.top ?? 0;
    // A browser reports it later.
    setTimeout(() => act(() => this.dispatchEvent(new Event('scroll'))));
  };
});

const said = (id: string, parentId: string | null, content: string, model?: string): NewMessage => ({
  id,
  parentId,
  role: model === undefined ? 'user' : 'assistant',
  parts: content === '' ? [] : [{ type: 'text', text: content }],
  status: 'complete',
  createdAt: 1,
  ...(model !== undefined && { origin: { vendor: 'anthropic', model } }),
});

/** A question that was edited: the branch with plums is chosen, the one with turnips is its sibling. */
const BRANCHED = [
  said('q1', null, 'First question.'),
  said('a1', 'q1', 'First answer.', 'claude'),
  said('turnips', 'a1', 'About turnips.'),
  said('a2', 'turnips', 'They are roots.', 'gpt'),
  said('plums', 'a1', 'About plums.'),
  said('a3', 'plums', 'They are fruit.', 'claude'),
];

async function open(
  messages: readonly NewMessage[],
  { here = null, press = true }: { here?: string | null; press?: boolean } = {},
) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const { db } = data;
  await db.sessions.add(sessionRow('s'));
  await db.transaction('rw', [db.messages, db.sessions], () => addMessageRows(db, 's', messages));
  const onGoTo = vi.fn<(id: string) => void>();
  await render(
    <WithServices services={data}>
      <InScene>
        <OutlineButton sessionId="s" here={() => here} onGoTo={onGoTo} />
      </InScene>
    </WithServices>,
  );
  if (!press) return { onGoTo, db };
  await act(async () => void openOutline());
  await waitFor(() => expect(tree().getAttribute('aria-busy')).toBe('false'));
  // The lines are drawn once the height of the list is known.
  await waitFor(() => expect(lines().length).toBeGreaterThan(messages.length > 0 ? 0 : -1));
  return { onGoTo, db };
}

function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}
const tree = () => one('[role="tree"]');
const field = () => {
  const found = document.querySelector<HTMLInputElement>('[role="dialog"] input');
  if (!found) throw new Error('no field');
  return found;
};
const status = () => one('[role="dialog"] output').textContent;
const lines = () => [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')];
const line = (excerpt: string) => {
  const found = lines().find(({ textContent }) => textContent?.includes(excerpt));
  if (!found) throw new Error(`no line ${excerpt}`);
  return found;
};
const shown = (excerpt: string) => lines().some(({ textContent }) => textContent?.includes(excerpt));
/** The text of the line that the keys act on. */
const active = () => document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
const press = (on: HTMLElement, ...keys: string[]) =>
  act(async () => {
    for (const key of keys) fireEvent.keyDown(on, { key });
  });
/** One key after another, each drawn before the next. */
const type = async (...keys: string[]) => {
  for (const key of keys) await press(tree(), key);
};
const filter = (text: string) => act(async () => fill(field(), text));

describe('the outline of a conversation', () => {
  it('is a tree whose lines say who spoke, where they stand and what is chosen', async () => {
    await open(BRANCHED, { here: 'plums' });
    expect(one('[role="dialog"]').textContent).toContain('Outline');
    expect(tree().getAttribute('aria-label')).toBe('Messages and branches');
    expect(status()).toBe('6 messages');
    const rows = lines();
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '1', '1', '2', '2', '1']);
    expect(rows.map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')])).toEqual(
      rows.map((_row, index) => [`${index + 1}`, '6']),
    );
    expect(rows.map((row) => row.getAttribute('aria-expanded'))).toEqual([null, null, 'true', null, null, null]);
    expect(line('They are roots.').textContent).toContain('gpt');
    expect(line('First question.').textContent).toContain('You');
    expect(line('About plums.').textContent).toContain('edited 2/2');
    expect(line('About plums.').textContent).toContain('on the current branch');
    expect(line('About turnips.').textContent).not.toContain('on the current branch');
  });

  it('begins where somebody is, with the focus on it', async () => {
    await open(BRANCHED, { here: 'a1' });
    expect(document.activeElement).toBe(tree());
    expect(active()).toContain('First answer.');
    expect(line('First answer.').getAttribute('aria-current')).toBe('location');
    expect(lines().filter((row) => row.getAttribute('aria-selected') === 'true')).toHaveLength(1);
  });

  it('is walked with the keys of a tree', async () => {
    const { onGoTo } = await open(BRANCHED);
    expect(active()).toContain('They are fruit.');
    await type('Home');
    expect(active()).toContain('First question.');
    await type('ArrowDown', 'ArrowDown', 'ArrowRight');
    expect(active()).toContain('About turnips.');
    await type('ArrowLeft');
    expect(active()).toContain('About plums.');
    await type('ArrowLeft');
    expect(line('About plums.').getAttribute('aria-expanded')).toBe('false');
    expect(shown('About turnips.')).toBe(false);
    await type('ArrowDown');
    expect(active()).toContain('They are fruit.');
    await type('ArrowUp', 'ArrowRight', 'PageDown');
    expect(shown('About turnips.')).toBe(true);
    expect(active()).toContain('They are fruit.');
    await type('PageUp');
    expect(active()).toContain('First question.');
    await type('Enter');
    expect(onGoTo.mock.calls).toEqual([['q1']]);
    expect(document.querySelector('[role="tree"]')).toBeNull();
  });

  it('goes to the line that begins with what is typed', async () => {
    await open(BRANCHED);
    // Keys typed at once belong together, even on a slow machine.
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await type('Home', 'a');
      expect(active()).toContain('About plums.');
      await type('b', 'o', 'u', 't', ' ', 't');
      expect(active()).toContain('About turnips.');
      vi.setSystemTime(Date.now() + 5_000);
      await type('f');
      expect(active()).toContain('First question.');
    } finally {
      vi.useRealTimers();
    }
  });

  it('leads to a message in any branch, and folds by a click on its arrow', async () => {
    const { onGoTo } = await open(BRANCHED);
    await click(line('About plums.').querySelector<HTMLElement>('[aria-hidden]'));
    expect(shown('They are roots.')).toBe(false);
    await click(line('About plums.').querySelector<HTMLElement>('[aria-hidden]'));
    expect(onGoTo).not.toHaveBeenCalled();
    await click(line('They are roots.'));
    expect(onGoTo.mock.calls).toEqual([['a2']]);
  });

  it('says what has no words: nothing, a failure, a picture', async () => {
    const blob = { type: 'image' as const, mime: 'image/png', blob: 'x', bytes: 1 };
    await open([
      { ...said('q', null, ''), parts: [blob] },
      {
        ...said('a', 'q', '', 'claude'),
        error: { kind: 'server', retryable: true, message: 'no', vendor: 'anthropic' },
      },
      said('b', 'q', '', 'gpt'),
    ]);
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Attachment'),
      expect.stringContaining('No text'),
      expect.stringContaining('No answer'),
    ]);
    expect(line('No answer').querySelector('svg[data-failed]')?.getAttribute('aria-label')).toBe('No answer');
  });
});

describe('its filter', () => {
  it('finds by words and by model, without the places in the tree, and says how many', async () => {
    const { onGoTo } = await open(BRANCHED);
    await filter('ABOUT');
    expect(lines().map((row) => row.getAttribute('aria-level'))).toEqual(['1', '1']);
    expect(lines().map((row) => row.getAttribute('aria-expanded'))).toEqual([null, null]);
    expect(status()).toBe('2 of 6');
    await filter('gpt');
    expect(lines()).toHaveLength(1);
    await press(field(), 'Enter');
    expect(onGoTo.mock.calls).toEqual([['a2']]);
  });

  it('leads down to what it found, and Escape takes it back before it closes', async () => {
    await open(BRANCHED);
    act(() => field().focus());
    await filter('they are');
    expect(active()).toContain('They are roots.');
    await press(field(), 'ArrowDown');
    expect(document.activeElement).toBe(tree());
    await type('ArrowDown');
    expect(active()).toContain('They are fruit.');
    await press(field(), 'Escape');
    expect(field().value).toBe('');
    expect(lines()).toHaveLength(6);
    await filter('nowhere');
    expect(status()).toBe('No messages begin with this.');
    expect(lines()).toEqual([]);
  });
});

describe('an outline of 500 messages', () => {
  const LONG = Array.from({ length: 500 }, (_, at) =>
    said(`m${at}`, at === 0 ? null : `m${at - 1}`, `Number ${at}.`, at % 2 === 0 ? undefined : 'claude'),
  );

  it('takes the focus from no filter that is written while it is read', async () => {
    const { db } = await open(LONG, { press: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    const written = db.transaction('rw', db.messages, () => Dexie.waitFor(promise));
    await act(async () => void openOutline());
    await waitFor(() => expect(document.activeElement).toBe(tree()));
    act(() => field().focus());
    await filter('number 7');
    expect(tree().getAttribute('aria-busy')).toBe('true');
    resolve();
    await written;
    await waitFor(() => expect(tree().getAttribute('aria-busy')).toBe('false'));
    expect(document.activeElement).toBe(field());
  });

  it.each([
    ['on it', () => type('Home', 'ArrowDown', 'ArrowDown', 'Enter')],
    [
      'on its filter',
      async () => {
        await filter('number 2.');
        await press(field(), 'Enter');
      },
    ],
  ])('follows the keys %s that were pressed while it was read', async (_, keys) => {
    const { onGoTo, db } = await open(LONG, { press: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    const written = db.transaction('rw', db.messages, () => Dexie.waitFor(promise));
    await act(async () => void openOutline());
    await waitFor(() => expect(document.activeElement).toBe(tree()));
    await keys();
    expect(tree().getAttribute('aria-busy')).toBe('true');
    resolve();
    await written;
    await waitFor(() => expect(onGoTo.mock.calls).toEqual([['m2']]));
  });

  it('draws those around where somebody is, and others as the keys lead there', async () => {
    const { onGoTo } = await open(LONG, { here: 'm250' });
    expect(status()).toBe('500 messages');
    // As many as fit, and a dozen above and below.
    const most = Math.ceil(HEIGHT / 30) + 1 + 2 * 12;
    await waitFor(() => expect(shown('Number 250.')).toBe(true));
    expect(lines().length).toBeLessThanOrEqual(most);
    expect(shown('Number 0.')).toBe(false);
    expect(line('Number 250.').getAttribute('aria-posinset')).toBe('251');
    expect(line('Number 250.').getAttribute('aria-setsize')).toBe('500');
    await type('End');
    await waitFor(() => expect(shown('Number 499.')).toBe(true));
    expect(active()).toContain('Number 499.');
    expect(lines().length).toBeLessThanOrEqual(most);
    await type('PageUp', 'Enter');
    expect(onGoTo.mock.calls).toEqual([['m489']]);
  });
});

it('is opened by its keys', async () => {
  await open(BRANCHED, { press: false });
  expect(document.querySelector('[role="tree"]')).toBeNull();
  await act(async () => {
    fireEvent.keyDown(window, { key: 'L', code: 'KeyL', ctrlKey: true, shiftKey: true });
  });
  await waitFor(() => expect(document.querySelector('[role="tree"]')?.getAttribute('aria-busy')).toBe('false'));
});
