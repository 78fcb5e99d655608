// @vitest-environment jsdom
import { act, fireEvent, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileList } from '#contract/folder-files.ts';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { prompts } from '#storage/library-repository.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { MentionList, SlashList } from '#ui/features/conversation/composer/lazy-parts.ts';
import { MessageField } from '#ui/features/conversation/composer/message-field.tsx';
import type { MentionChoice } from '#ui/features/conversation/composer/mentions/mention-choice.ts';
import { useSlash } from '#ui/features/conversation/composer/slash/use-slash.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';

let db: BatonDatabase;
let folders: string[];
let files: Record<string, string[]>;
let listed: (string | undefined)[];
let folder = 0;
/** Until then, nothing is known about the folders. */
let known: Promise<void>;

beforeEach(async () => {
  await Promise.all([MentionList.load(), SlashList.load()]);
  db = await openTestDatabase();
  // The lists of folders outlive the message box, so each test has folders of its own.
  folders = [`/work/relay-${++folder}`];
  files = { [folders[0] ?? '']: ['README.md', 'src/', 'src/app.ts', 'src/ui/', 'src/ui/box.tsx', '문서/회의록.md'] };
  listed = [];
  known = Promise.resolve();
});
afterEach(() => vi.useRealTimers());

const flows = () =>
  onlyWith<AgentFlows>({
    async folders() {
      await known;
      return { edits: false, folders: folders.map((path) => ({ path, own: null })) };
    },
    async listFiles(_session, path, known): Promise<FileList> {
      listed.push(known);
      const paths = (files[path] ?? []).join('\n');
      return { version: paths, paths: known === paths ? null : paths, more: false };
    },
    offerings: async () => ({
      servers: [
        {
          server: 'notes',
          label: 'Notes',
          resources: [{ uri: 'notes://relay', name: 'Relay rules', description: '', mime: 'text/plain' }],
          templates: [],
          prompts: [],
        },
      ],
      problems: [],
    }),
  });

interface Seen {
  text: string;
  choices: MentionChoice[];
  keys: string[];
}

function Box({ seen }: { seen: Seen }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const slash = useSlash({ text, commands: [], onCommand: () => undefined });
  Object.assign(seen, { text });
  return (
    <MessageField
      sessionId="s"
      field={field}
      text={text}
      sendKey="enter"
      slash={slash}
      withServers
      canAttach
      onMention={(choice) => void seen.choices.push(choice)}
      onText={setText}
      onKeyDown={({ key }) => void seen.keys.push(key)}
      onPaste={() => undefined}
    />
  );
}

async function open(language: 'en' | 'ko' = 'en') {
  const seen: Seen = { text: '', choices: [], keys: [] };
  const agent = onlyWith<AgentServices>({ flows: flows() });
  const { container } = await render(
    <WithServices services={{ db, agent, onUnreadableRow: () => undefined }}>
      <Box seen={seen} />
    </WithServices>,
    language,
  );
  const box = container.querySelector('textarea');
  if (!box) throw new Error('there is no box');
  act(() => box.focus());
  const write = (text: string, isComposing = false) =>
    act(async () => void fireEvent.input(box, { target: { value: text }, isComposing }));
  /** Returns whether the page left the key alone. */
  const press = async (key: string, init: KeyboardEventInit = {}) => {
    let left = true;
    await act(async () => void (left = fireEvent.keyDown(box, { key, ...init })));
    return left;
  };
  const options = () => [...container.querySelectorAll('[role=option]')];
  const names = () => options().map((one) => one.textContent);
  const shows = (expected: readonly string[]) => waitFor(() => expect(names()).toEqual(expected));
  const active = () => {
    const id = box.getAttribute('aria-activedescendant');
    return id === null ? null : container.querySelector(`[id="${id}"]`);
  };
  return { container, box, seen, write, press, options, names, shows, active };
}

describe('the list of what can be mentioned', () => {
  it('opens after @ at the start of a word, with what is near the top, and says so to screen readers', async () => {
    const { container, box, write, shows, active } = await open();
    await write('me@relay.example');
    await shows([]);
    await write('see @');
    await shows([
      'README.md',
      'src/',
      'app.ts, src',
      'ui/, src',
      '회의록.md, 문서',
      'box.tsx, src/ui',
      'Relay rules, Notes · notes://relay',
    ]);
    const list = container.querySelector('[role=listbox]');
    expect(list?.getAttribute('aria-label')).toBe('What to mention');
    expect(box.getAttribute('aria-controls')).toBe(list?.id);
    expect(active()?.textContent).toBe('README.md');
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    const groups = [...container.querySelectorAll('[role=group]')].map(
      (group) => container.querySelector(`[id="${group.getAttribute('aria-labelledby')}"]`)?.textContent,
    );
    expect(groups).toEqual(['Files and folders', 'From servers']);
    await waitFor(() => expect(container.textContent).toContain('7 suggestions. Up and Down to choose'));
    await write('see @ relay');
    await shows([]);
    expect(box.hasAttribute('aria-activedescendant')).toBe(false);
    expect(box.hasAttribute('aria-controls')).toBe(false);
  });

  it('takes the active one by Enter or Tab, and leaves other keys to the box', async () => {
    const { seen, write, press, shows, active } = await open();
    await write('see @box');
    await shows(['box.tsx, src/ui']);
    expect(await press('ArrowLeft')).toBe(true);
    expect(await press('Enter', { shiftKey: true })).toBe(true);
    expect(await press('Enter')).toBe(false);
    expect(seen.text).toBe('see @src/ui/box.tsx ');
    expect(seen.choices).toEqual([
      {
        kind: 'mention',
        mention: { kind: 'file', token: '@src/ui/box.tsx', folder: folders[0], path: 'src/ui/box.tsx' },
      },
    ]);
    await write('@sr');
    await waitFor(() => expect(active()?.textContent).toBe('src/'));
    await press('ArrowDown');
    await press('ArrowUp');
    await press('ArrowUp');
    await press('ArrowDown');
    expect(active()?.textContent).toBe('src/');
    // Tab goes on into a folder; Enter takes the folder itself.
    expect(await press('Tab')).toBe(false);
    expect(seen.text).toBe('@src/');
    expect(seen.choices).toHaveLength(1);
    expect(seen.keys).toEqual(['ArrowLeft', 'Enter']);
  });

  it('lets an early Enter through when there is nothing to choose, unless the text has changed', async () => {
    const files = Promise.withResolvers<void>();
    known = files.promise;
    const { seen, write, press, shows } = await open();
    await write('mail @zzz');
    expect(await press('Enter')).toBe(false);
    expect(seen.keys).toEqual([]);
    files.resolve();
    await waitFor(() => expect(seen.keys).toEqual(['Enter']));

    const later = Promise.withResolvers<void>();
    known = later.promise;
    await write('');
    await write('see @rea');
    expect(await press('Enter')).toBe(false);
    await write('see @read');
    later.resolve();
    await shows(['README.md']);
    expect(seen.text).toBe('see @read');
  });

  it('does not take a conversation while the files are still on their way', async () => {
    await db.sessions.add(sessionRow('one', { title: 'The box of May', leafId: 'm' }));
    const { promise, resolve } = Promise.withResolvers<void>();
    known = promise;
    const { seen, write, press, shows } = await open();
    await write('@box');
    await shows(['The box of May']);
    await press('Enter');
    resolve();
    await waitFor(() => expect(seen.text).toBe('@src/ui/box.tsx '));
  });

  it('is closed by Escape for this word, and by leaving it', async () => {
    const { box, write, press, shows, seen } = await open();
    await write('@rea');
    await shows(['README.md']);
    expect(await press('Escape')).toBe(false);
    await shows([]);
    await write('@read');
    await shows([]);
    expect(await press('Enter')).toBe(true);
    expect(seen.keys).toEqual(['Enter']);
    await write('');
    await write('@rea');
    await shows(['README.md']);
    act(() => {
      box.setSelectionRange(0, 0);
      fireEvent.select(box);
    });
    await shows([]);
  });

  it('is left alone by an input method: it neither opens nor takes anything while a syllable is composed', async () => {
    const { box, seen, write, press, shows } = await open('ko');
    await write('@회', true);
    await shows([]);
    await act(async () => void fireEvent.compositionEnd(box));
    await shows(['회의록.md, 문서']);
    await write('@회읭', true);
    await shows([]);
    await write('@회의', true);
    await shows(['회의록.md, 문서']);
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) await press('Enter', init);
    await press('ArrowDown', { isComposing: true });
    expect(seen.choices).toEqual([]);
    expect(seen.keys).toEqual(['Enter', 'Enter', 'ArrowDown']);
    expect(await press('Enter')).toBe(false);
    expect(seen.text).toBe('@문서/회의록.md ');
  });

  it('is taken by the pointer without losing the focus', async () => {
    const { box, seen, write, options, shows } = await open();
    await write('@app');
    await shows(['app.ts, src']);
    await click(options()[0]);
    expect(document.activeElement).toBe(box);
    expect(seen.text).toBe('@src/app.ts ');
  });

  it('has conversations and prompts, and not the conversation itself', async () => {
    await db.sessions.bulkAdd([
      sessionRow('s', { title: 'This relay', leafId: 'm' }),
      sessionRow('one', { title: 'The relay of May', leafId: 'm' }),
      sessionRow('empty', { title: 'Empty relay' }),
    ]);
    await prompts.put(db, { id: 'p', name: 'relay plan', text: 'Plan it', createdAt: 1, updatedAt: 1 });
    const { seen, write, press, shows } = await open();
    folders = [];
    await write('@relay');
    await shows(['The relay of May', 'relay plan, Plan it', 'Relay rules, Notes · notes://relay']);
    await press('Enter');
    await write('@relay p');
    await write('@plan');
    await shows(['relay plan, Plan it']);
    await press('Enter');
    expect(seen.text).toBe('Plan it');
    expect(seen.choices).toMatchObject([{ mention: { kind: 'session', session: 'one', token: '@The relay of May' } }]);
  });

  it('names the folder of files that aren’t in the main one', async () => {
    const second = `${folders[0]}/other/notes`;
    folders.push(second);
    files[second] = ['app.ts'];
    const { seen, write, press, shows } = await open();
    await write('@app');
    await shows(['app.ts, notes', 'app.ts, src']);
    await press('Enter');
    expect(seen.choices).toMatchObject([{ mention: { token: '@notes/app.ts', folder: second, path: 'app.ts' } }]);
  });

  it('asks for a list again only when it is no longer fresh, and then for what has changed', async () => {
    const { write, shows } = await open();
    await write('@app');
    await shows(['app.ts, src']);
    await write('');
    await write('@app');
    await shows(['app.ts, src']);
    expect(listed).toHaveLength(1);
    const [own = ''] = folders;
    const before = (files[own] ?? []).join('\n');
    files[own]?.push('src/apple.ts');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
    await write('');
    await write('@app');
    await shows(['app.ts, src', 'apple.ts, src']);
    expect(listed).toEqual([undefined, before]);
  });
});
