// @vitest-environment jsdom
import { createKeybindingsHandler } from 'tinykeys';
import { describe, expect, it } from 'vitest';
import { acceleratorOf, PAGE_KEYS, type PageKey, pressKey } from '#shell/page-keys.ts';
import { menuTemplate } from '#shell/menu.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { FRAME_SHORTCUTS } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { bindingOf, keysFor } from '#ui/kit/keyboard/shortcut.ts';
import type * as Electron from 'electron';

const KEYS = Object.keys(PAGE_KEYS) as PageKey[];
const NAMES: Readonly<Record<string, { key: string; code: string }>> = {
  ',': { key: ',', code: 'Comma' },
  '.': { key: '.', code: 'Period' },
  '/': { key: '/', code: 'Slash' },
  Up: { key: 'ArrowUp', code: 'ArrowUp' },
  Down: { key: 'ArrowDown', code: 'ArrowDown' },
};

/** What the page hears of a key that was sent: Chromium's US layout (shell/common/gin_converters/blink_converter.cc). */
function heard({ keyCode, modifiers = [] }: Electron.KeyboardInputEvent): KeyboardEvent {
  const has = (name: string) => (modifiers as string[]).includes(name);
  const shift = has('shift');
  const { key, code } = NAMES[keyCode] ?? {
    key: shift ? keyCode.toUpperCase() : keyCode.toLowerCase(),
    code: `Key${keyCode}`,
  };
  return new KeyboardEvent('keydown', {
    key,
    code,
    shiftKey: shift,
    altKey: has('alt'),
    ctrlKey: has('control'),
    metaKey: has('meta'),
  });
}

/** Which shortcut of the page runs. */
function runs(event: KeyboardEvent, mac: boolean): string[] {
  const done: string[] = [];
  const mod = mac ? 'Meta' : 'Control';
  createKeybindingsHandler(
    Object.fromEntries(
      FRAME_SHORTCUTS.map((shortcut) => [
        bindingOf(keysFor(shortcut, mac).replaceAll('$mod', mod)),
        () => void done.push(shortcut.id),
      ]),
    ),
    { ignore: () => false },
  )(event);
  return done;
}

describe.each([
  ['darwin', true],
  ['linux', false],
] as const)('keys of the menu on %s', (platform, mac) => {
  it('are those of the page, all of them', () => {
    expect(KEYS.toSorted()).toEqual(FRAME_SHORTCUTS.map(({ id }) => id).toSorted());
  });

  it.each(KEYS)('%s runs the shortcut of its name, once', (key) => {
    const sent: Electron.KeyboardInputEvent[] = [];
    pressKey({ sendInputEvent: (event) => void sent.push(event as Electron.KeyboardInputEvent) }, key, platform);
    expect(sent.map(({ type }) => type)).toEqual(['keyDown', 'keyUp']);
    expect(sent.filter(({ type }) => type === 'keyDown').flatMap((event) => runs(heard(event), mac))).toEqual([key]);
  });

  it('are shown by the menu and left to the page', () => {
    const shown: Electron.MenuItemConstructorOptions[] = [];
    const pressed: PageKey[] = [];
    const walk = (items: readonly Electron.MenuItemConstructorOptions[]) => {
      for (const item of items)
        if (Array.isArray(item.submenu)) walk(item.submenu);
        else if (item.registerAccelerator === false) shown.push(item);
    };
    const nothing = () => undefined;
    walk(
      menuTemplate({
        texts: desktopTexts(['en']),
        platform,
        packaged: true,
        openWindow: nothing,
        openInNewWindow: nothing,
        press: (key) => void pressed.push(key),
        show: nothing,
      }),
    );
    for (const item of shown) item.click?.({} as never, undefined, {});
    expect(shown.map(({ accelerator }) => accelerator)).toEqual(pressed.map((key) => acceleratorOf(key, platform)));
    expect(pressed).toEqual(expect.arrayContaining(['newChat', 'settings', 'export', 'searchAll', 'palette', 'stop']));
  });
});
