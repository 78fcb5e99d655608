// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MessageOptions, DraftOptions } from '#core/message-options.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { detectOptions } from '#ui/features/conversation/message-options/detect-options.ts';
import { useMessageOptions } from '#ui/features/conversation/message-options/use-message-options.ts';
import { SlashList } from '#ui/features/conversation/composer/lazy-parts.ts';
import { MessageField } from '#ui/features/conversation/composer/message-field.tsx';
import {
  commandsFor,
  findCommands,
  leadingCommand,
  type PageCommand,
} from '#ui/features/conversation/composer/slash/commands.ts';
import { useSlash } from '#ui/features/conversation/composer/slash/use-slash.ts';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

const GRADED: ThinkingSupport = { kind: 'effort', off: true, efforts: ['low', 'medium', 'high'] };

interface Seen {
  text: string;
  asks: MessageOptions;
  stored: DraftOptions;
  pages: PageCommand[];
  keys: string[];
}

function Box({ seen, support, watched }: { seen: Seen; support: ThinkingSupport; watched: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [watch] = useState({ keywords: watched, thinking: watched });
  const asking = useMessageOptions({ text, watch, thinking: { level: 'low', support } });
  const slash = useSlash({
    text,
    commands: commandsFor(support, ['compact', 'model']),
    onCommand(command, rest) {
      setText(rest);
      if (command.kind === 'page') seen.pages.push(command.page);
      else if (command.kind !== 'prompt') asking.add(command.asks);
    },
  });
  Object.assign(seen, { text, asks: asking.asks, stored: asking.stored });
  return (
    <>
      <MessageOptionList asks={asking.asks} triggers={asking.triggers} onRemove={(ask) => void asking.remove(ask)} />
      <MessageField
        sessionId="s"
        field={field}
        text={text}
        sendKey="enter"
        slash={slash}
        withServers={false}
        canAttach={false}
        onMention={() => undefined}
        onText={setText}
        onKeyDown={({ key }) => void seen.keys.push(key)}
        onPaste={() => undefined}
      />
    </>
  );
}

beforeAll(() => SlashList.load());

interface Opening {
  support?: ThinkingSupport;
  watched?: boolean;
  language?: 'en' | 'ko';
}

async function open({ support = GRADED, watched = false, language = 'en' }: Opening = {}) {
  const seen: Seen = { text: '', asks: {}, stored: {}, pages: [], keys: [] };
  const { container } = await render(<Box seen={seen} support={support} watched={watched} />, language);
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
  const names = () => options().map((one) => one.firstChild?.textContent);
  const active = () => {
    const id = box.getAttribute('aria-activedescendant');
    return id === null
      ? null
      : (container.ownerDocument.querySelector(`[id="${id}"]`)?.firstChild?.textContent ?? null);
  };
  const marks = () => [...container.querySelectorAll('li')].map((one) => one.textContent);
  return { container, box, seen, write, press, options, names, active, marks };
}

describe('the list of commands', () => {
  it('opens with a slash at the beginning, is filtered, and names the active one', async () => {
    const { box, container, write, names, active, options } = await open();
    expect(names()).toEqual([]);
    await write('/');
    expect(names()).toEqual([
      '/think off',
      '/think low',
      '/think medium',
      '/think high',
      '/search',
      '/analyze',
      '/ultrawork',
      '/compact',
      '/model',
    ]);
    const list = container.querySelector('[role=listbox]');
    expect(list?.getAttribute('aria-label')).toBe('Commands');
    expect(box.getAttribute('aria-controls')).toBe(list?.id);
    expect(box.getAttribute('aria-autocomplete')).toBe('list');
    expect(active()).toBe('/think off');
    expect(container.querySelector('output')?.textContent).toMatch(/^9 commands\./);
    await write('/think h');
    expect(names()).toEqual(['/think high']);
    expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
    await write('/summ');
    expect(names()).toEqual(['/compact']);
    await write('/usr/bin/env is missing');
    expect(names()).toEqual([]);
    expect(box.hasAttribute('aria-activedescendant')).toBe(false);
    await write('either / or');
    expect(names()).toEqual([]);
  });

  it('is found by Korean words, too', async () => {
    const { write, names } = await open({ language: 'ko' });
    await write('/생각');
    expect(names()).toHaveLength(4);
    await write('/검색');
    expect(names()).toEqual(['/search']);
  });

  it('is gone through with the arrows, and Enter or Tab takes one; other keys stay the box’s own', async () => {
    const { seen, write, press, active, marks } = await open();
    await write('/');
    await press('ArrowUp');
    expect(active()).toBe('/model');
    await press('ArrowDown');
    await press('ArrowDown');
    expect(active()).toBe('/think low');
    expect(await press('ArrowLeft')).toBe(true);
    await write('/think');
    expect(active()).toBe('/think off');
    for (let count = 0; count < 3; count++) await press('ArrowDown');
    expect(await press('Enter')).toBe(false);
    expect(seen).toMatchObject({ text: '', asks: { thinking: 'high' } });
    expect(marks()).toEqual(['Thinking: High']);
    await write('/sea');
    expect(await press('Tab')).toBe(false);
    expect(seen.asks).toEqual({ thinking: 'high', modes: ['search'] });
    await write('/mod');
    await press('Enter');
    expect(seen.pages).toEqual(['model']);
    expect(seen.keys).toEqual(['ArrowLeft']);
    await write('Hello');
    await press('Enter');
    expect(seen.keys).toEqual(['ArrowLeft', 'Enter']);
  });

  it('leaves a key that is pressed with another one alone', async () => {
    const { write, press, seen } = await open();
    await write('/s');
    await press('Enter', { ctrlKey: true });
    await press('Enter', { shiftKey: true });
    expect(seen.keys).toEqual(['Enter', 'Enter']);
    expect(seen.asks).toEqual({});
  });

  it('is closed by Escape until the message begins anew', async () => {
    const { write, press, names, seen } = await open();
    await write('/s');
    expect(await press('Escape')).toBe(false);
    expect(names()).toEqual([]);
    await write('/search this is what I want to say');
    expect(seen).toMatchObject({ text: '/search this is what I want to say', asks: {} });
    expect(await press('Escape')).toBe(true);
    await write('');
    await write('/');
    expect(names()).not.toEqual([]);
  });

  it('a whole command in front of a message becomes its mark', async () => {
    const { write, seen, marks } = await open();
    await write('/think high why is it so?');
    expect(seen).toMatchObject({ text: 'why is it so?', asks: { thinking: 'high' } });
    expect(marks()).toEqual(['Thinking: High']);
    await write('/compact now');
    expect(seen).toMatchObject({ text: '/compact now', pages: [] });
  });

  it('an input method that is at work is left alone', async () => {
    const { write, press, seen, names } = await open();
    await write('/search ', true);
    expect(seen).toMatchObject({ text: '/search ', asks: {} });
    expect(names()).toEqual(['/search']);
    await press('Enter', { isComposing: true });
    await press('ArrowDown', { isComposing: true });
    await press('Enter', { keyCode: 229 });
    expect(seen).toMatchObject({ asks: {}, keys: ['Enter', 'ArrowDown', 'Enter'] });
  });

  it('goes with the focus, and is taken by the pointer without losing it', async () => {
    const { box, write, names, options, seen } = await open();
    await write('/ana');
    await click(options()[0]);
    expect(document.activeElement).toBe(box);
    expect(seen.asks).toEqual({ modes: ['analyze'] });
    await write('/');
    act(() => box.blur());
    expect(names()).toEqual([]);
  });

  it('offers the levels of the model and no others', async () => {
    const { write, names } = await open({ support: { kind: 'toggle', off: true, efforts: [] } });
    await write('/think');
    expect(names()).toEqual(['/think off', '/think on']);
    const none = await open({ support: { kind: 'none' } });
    await none.write('/think');
    expect(none.names()).toEqual([]);
  });
});

describe('prompts of the user', () => {
  const prompt = { id: 'p', name: '회의록 정리', text: 'Sort {{notes}}', createdAt: 1, updatedAt: 1 };
  const commands = commandsFor(null, [], [prompt]);

  it('are found by their name and by what they say, and never taken by words that only begin like one', () => {
    const found = (query: string) =>
      findCommands(commands, query, (one) => (one.kind === 'prompt' ? one.prompt.text : '')).map(({ kind }) => kind);
    expect(found('회의')).toEqual(['prompt']);
    expect(found('정리 sort')).toEqual(['prompt']);
    expect(found('nothing like it')).toEqual([]);
    expect(leadingCommand('/회의록 정리 now', commands)).toBeNull();
  });
});

describe('marks of a message', () => {
  const remove = (container: HTMLElement, name: string) =>
    click(container.querySelector<HTMLButtonElement>(`button[aria-label="Remove “${name}”"]`));

  it('are removed one by one, and show what they add', async () => {
    const { container, write, marks, seen } = await open();
    await write('/think medium ');
    await write('/ultrawork ');
    expect(marks()).toEqual(['Thinking: Medium', 'Ultrawork']);
    const mode = container.querySelector<HTMLButtonElement>('button[aria-expanded]');
    await click(mode);
    expect(mode?.getAttribute('aria-expanded')).toBe('true');
    expect(container.textContent).toContain('Work this through to the end');
    await remove(container, 'Thinking: Medium');
    expect(seen.asks).toEqual({ modes: ['ultrawork'] });
    await remove(container, 'Ultrawork');
    expect(marks()).toEqual([]);
    expect(seen.asks).toEqual({});
  });

  it('follow words only where that is switched on, in plain view, and not again once removed', async () => {
    const plain = await open();
    await plain.write('ultrathink and ultrawork');
    expect(plain.marks()).toEqual([]);
    expect(plain.seen.asks).toEqual({});

    const { container, write, marks, seen } = await open({ watched: true });
    await write('ultrathink and ultrawork');
    expect(marks()).toEqual(['Thinking: Highbecause of “ultrathink”', 'Ultraworkbecause of “ultrawork”']);
    expect(seen.asks).toEqual({ thinking: 'high', modes: ['ultrawork'] });
    await remove(container, 'Thinking: High');
    await write('ultrathink and ultrawork, please');
    expect(seen.asks).toEqual({ modes: ['ultrawork'] });
    await write('ultrawork, please');
    await write('ultrathink, please');
    expect(seen.asks).toEqual({ thinking: 'high' });
    await write('please');
    expect(seen.asks).toEqual({});
  });

  it('what was taken away is kept with the draft', async () => {
    const { container, write, seen } = await open({ watched: true });
    await write('/search ');
    await write('ultrathink');
    await remove(container, 'Thinking: High');
    expect(seen.stored).toEqual({ modes: ['search'], unwanted: ['thinking'] });
    const watch = { keywords: true, thinking: false };
    const thinking = { level: 'low' as const, support: GRADED };
    expect(detectOptions({ text: 'ultrathink', watch, thinking }, seen.stored).asks).toEqual({ modes: ['search'] });
    expect(detectOptions({ text: 'ultrathink', watch, thinking }, {}).asks).toEqual({ thinking: 'high' });
    expect(detectOptions({ text: 'ultrathink', watch, thinking: { ...thinking, level: 'high' } }, {}).asks).toEqual({});
    expect(detectOptions({ text: 'ultrathink', watch, thinking: null }, {}).asks).toEqual({});
  });

  it('what was chosen goes before a word', async () => {
    const { write, marks, container } = await open({ watched: true });
    await write('/think medium ');
    await write('ultrathink');
    expect(marks()).toEqual(['Thinking: Medium']);
    await remove(container, 'Thinking: Medium');
    expect(marks()).toEqual([]);
  });
});
