import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { describe, expect, it } from 'vitest';
import {
  CHAT_SHORTCUTS,
  COMPOSER_SHORTCUTS,
  FIND_SHORTCUTS,
  MESSAGE_SHORTCUTS,
  MODE_SHORTCUTS,
  OUTLINE_SHORTCUTS,
} from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { FRAME_SHORTCUTS, LIST_SHORTCUTS } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { bindingOf, formatKeys, keysFor, type Shortcut } from '#ui/kit/keyboard/shortcut.ts';

const GLOBAL: readonly Shortcut[] = [...FRAME_SHORTCUTS, ...CHAT_SHORTCUTS, ...OUTLINE_SHORTCUTS, ...MODE_SHORTCUTS];
const PLATFORMS = [
  ['Mac', true],
  ['elsewhere', false],
] as const;

/**
 * Reserved by Chrome, or too important to override: tabs, windows, address, reload, find, zoom, history. Print is taken
 * over: the browser alone would print what is on the screen of a long list, and not the conversation.
 */
const BROWSER = {
  elsewhere:
    'Ctrl+N Ctrl+Shift+N Ctrl+T Ctrl+Shift+T Ctrl+W Ctrl+Shift+W Ctrl+Tab Ctrl+L Ctrl+R Ctrl+Shift+R Ctrl+F Ctrl+G Ctrl+S Ctrl+D Ctrl+H Ctrl+U Ctrl+O Ctrl+0 Ctrl++ Ctrl+- Ctrl+Shift+I Ctrl+Shift+J Ctrl+Shift+Delete F1 F3 F5 F6 F10 F11 F12 Alt+← Alt+→ Alt+F Alt+E Alt+D Alt+F4',
  Mac: '⌘N ⌘⇧N ⌘T ⌘⇧T ⌘W ⌘⇧W ⌘Q ⌘H ⌘M ⌘L ⌘R ⌘⇧R ⌘F ⌘G ⌘S ⌘D ⌘Y ⌘U ⌘O ⌘0 ⌘+ ⌘- ⌘⌥I ⌘⌥J ⌘[ ⌘] ⌘⌥← ⌘⌥→ ⌘⇧[ ⌘⇧]',
};

/** What text fields do with keys on each platform. */
const EDITING = {
  elsewhere:
    'Ctrl+A Ctrl+C Ctrl+V Ctrl+X Ctrl+Z Ctrl+Y Ctrl+Shift+Z Ctrl+Shift+V Ctrl+← Ctrl+→ Ctrl+↑ Ctrl+↓ Ctrl+Shift+← Ctrl+Shift+→ Ctrl+Backspace Ctrl+Delete Ctrl+Enter Shift+Enter',
  Mac: '⌘A ⌘C ⌘V ⌘X ⌘Z ⌘⇧Z ⌘⇧V ⌘← ⌘→ ⌘↑ ⌘↓ ⌘⇧← ⌘⇧→ ⌘⇧↑ ⌘⇧↓ ⌥← ⌥→ ⌥↑ ⌥↓ ⌥⇧← ⌥⇧→ ⌥⇧↑ ⌥⇧↓ ⌥⌫ ⌘⌫ ⌃A ⌃E ⌃K ⌃D ⌃H ⌘↩ ⇧↩',
};

describe.each(PLATFORMS)('keyboard map, %s', (platform, mac) => {
  const printed = GLOBAL.map((shortcut) => formatKeys(keysFor(shortcut, mac), mac));

  it('gives each key to one action only', () => {
    expect(new Set(printed).size).toBe(printed.length);
    const composer = new Set(COMPOSER_SHORTCUTS.map((shortcut) => formatKeys(keysFor(shortcut, mac), mac)));
    expect(printed.filter((keys) => composer.has(keys))).toEqual([]);
  });

  it('takes nothing from the browser and nothing from text fields', () => {
    const taken = new Set(`${BROWSER[platform]} ${EDITING[platform]}`.split(' '));
    expect(printed.filter((keys) => taken.has(keys))).toEqual([]);
  });

  it('needs a modifier beside Shift for everything that works while typing', () => {
    for (const shortcut of GLOBAL) expect(keysFor(shortcut, mac)).toMatch(/^(\$mod|Meta|Control|Alt)\+/);
  });
});

it('uses every id once', () => {
  const ids = [...GLOBAL, ...FIND_SHORTCUTS, ...LIST_SHORTCUTS, ...COMPOSER_SHORTCUTS, ...MESSAGE_SHORTCUTS].map(
    (shortcut) => shortcut.id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});

describe('bindingOf', () => {
  interface Pressed {
    key: string;
    code: string;
    ctrl?: boolean;
    shift?: boolean;
    alt?: boolean;
  }

  /** Whether tinykeys, as it's used, matches this press with these keys. Control, as on Linux and Windows. */
  function matches(keys: string, { key, code, ctrl = false, shift = false, alt = false }: Pressed): boolean {
    const held: Record<string, boolean> = { Control: ctrl, Shift: shift, Alt: alt, Meta: false };
    const event = { key, code, getModifierState: (name: string) => held[name] ?? false };
    const [press, ...more] = parseKeybinding(bindingOf(keys.replaceAll('$mod', 'Control')));
    expect(more).toEqual([]);
    // @ts-expect-error -- only what tinykeys reads of an event
    return press !== undefined && matchKeybindingPress(event, press);
  }

  it('hears the letter on a Latin and on a Hangul layout', () => {
    expect(matches('$mod+K', { key: 'k', code: 'KeyK', ctrl: true })).toBe(true);
    expect(matches('$mod+K', { key: 'K', code: 'KeyK', ctrl: true })).toBe(true);
    expect(matches('$mod+K', { key: 'ㅏ', code: 'KeyK', ctrl: true })).toBe(true);
    expect(matches('$mod+Shift+O', { key: 'ㅒ', code: 'KeyO', ctrl: true, shift: true })).toBe(true);
  });

  it('does not take the place of a key for its letter', () => {
    // Dvorak: the key at K's position on QWERTY writes t, and Control+T is the browser's.
    expect(matches('$mod+K', { key: 't', code: 'KeyK', ctrl: true })).toBe(false);
  });

  it('wants its modifiers and no others', () => {
    expect(matches('$mod+K', { key: 'k', code: 'KeyK' })).toBe(false);
    expect(matches('$mod+K', { key: 'k', code: 'KeyK', ctrl: true, shift: true })).toBe(false);
    expect(matches('$mod+K', { key: 'k', code: 'KeyK', ctrl: true, alt: true })).toBe(false);
    expect(matches('Alt+ArrowDown', { key: 'ArrowDown', code: 'ArrowDown', alt: true })).toBe(true);
  });

  it('hears punctuation by its place', () => {
    expect(matches('$mod+Comma', { key: ',', code: 'Comma', ctrl: true })).toBe(true);
    expect(matches('$mod+Slash', { key: '/', code: 'Slash', ctrl: true })).toBe(true);
  });
});
