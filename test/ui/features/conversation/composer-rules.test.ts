import { isText } from '#ui/features/conversation/documents/is-text.ts';
import { describe, expect, it } from 'vitest';
import {
  kindOf,
  LARGE_PASTE,
  MAX_EXPAND,
  mimeOf,
  namesFiles,
  pastedName,
} from '#ui/features/conversation/composer/paste-rules.ts';
import { sendBlockerOf } from '#ui/features/conversation/composer/send-blocker.ts';
import { meaningOfEnter, type KeyPress } from '#ui/features/conversation/composer/send-keys.ts';
import type { Connection } from '#contract/connection.ts';

const press = (more: Partial<KeyPress> = {}): KeyPress => ({
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 13,
  ...more,
});

it.each([
  ['a name, as Finder does', '한글.png', ['한글.png'], true],
  ['a name whose letters are taken apart', '한글.png'.normalize('NFD'), ['한글.png'], true],
  ['names', 'a.txt\rb.txt', ['b.txt', 'a.txt'], true],
  ['a path', '/home/me/my notes.txt\n', ['my notes.txt'], true],
  ['an address', 'file:///home/me/my%20notes%25.txt', ['my notes%.txt'], true],
  ['text of which it is a picture', 'Total\t42', ['image.png'], false],
  ['a name and more', 'a.txt\nRead this.', ['a.txt'], false],
  ['nothing', '', ['a.txt'], false],
] as const)('knows what is on the clipboard beside files: %s', (_, text, names, expected) => {
  expect(
    namesFiles(
      text,
      names.map((name) => ({ name })),
    ),
  ).toBe(expected);
});

describe('meaningOfEnter', () => {
  it.each([
    ['Enter', press(), 'send', 'newline'],
    ['Shift+Enter', press({ shiftKey: true }), 'newline', 'newline'],
    ['Ctrl+Enter', press({ ctrlKey: true }), 'send', 'send'],
    ['Cmd+Enter', press({ metaKey: true }), 'send', 'send'],
    ['Alt+Enter', press({ altKey: true }), 'newline', 'newline'],
    ['another key', press({ key: 'a', keyCode: 65 }), 'none', 'none'],
  ] as const)('%s', (_, keys, byEnter, byMod) => {
    expect(meaningOfEnter(keys, 'enter')).toBe(byEnter);
    expect(meaningOfEnter(keys, 'mod-enter')).toBe(byMod);
  });

  it('leaves the Enter that ends a Korean or Japanese syllable to the input method', () => {
    for (const setting of ['enter', 'mod-enter'] as const) {
      expect(meaningOfEnter(press({ isComposing: true }), setting)).toBe('none');
      expect(meaningOfEnter(press({ keyCode: 229 }), setting)).toBe('none');
      expect(meaningOfEnter(press({ keyCode: 229, ctrlKey: true }), setting)).toBe('none');
    }
  });
});

describe('attachments', () => {
  it('knows pictures that vendors take, text by name or type, and leaves the rest as it is', () => {
    expect(kindOf('image/png')).toBe('image');
    expect(kindOf('image/svg+xml')).toBe('file');
    expect(kindOf('application/pdf')).toBe('file');
    expect(mimeOf({ type: '', name: 'main.rs' })).toBe('text/plain');
    expect(mimeOf({ type: 'video/mp2t', name: 'index.ts' })).toBe('text/plain');
    expect(mimeOf({ type: 'application/json', name: 'a.json' })).toBe('text/plain');
    expect(mimeOf({ type: 'text/csv', name: 'a.csv' })).toBe('text/csv');
    expect(mimeOf({ type: 'application/pdf', name: 'a.pdf' })).toBe('application/pdf');
    expect(mimeOf({ type: '', name: 'data.bin' })).toBe('application/octet-stream');
    expect(isText('application/pdf', 'a.pdf')).toBe(false);
  });

  it('gives every paste a name of its own', () => {
    expect(pastedName([])).toBe('pasted.txt');
    expect(pastedName([{ name: 'pasted.txt' }, { name: 'pasted-2.txt' }])).toBe('pasted-3.txt');
  });

  it('can put back what it took out', () => {
    expect(MAX_EXPAND).toBeGreaterThan(LARGE_PASTE);
  });
});

describe('sendBlockerOf', () => {
  const connection = (id: string, configured: boolean) => ({ id, configured }) as Connection;
  const target = { connection: 'anthropic', model: 'claude', thinking: 'off' } as const;

  it('says what stands in the way', () => {
    const connections = [connection('anthropic', false)];
    expect(sendBlockerOf({ target: null, connections, locked: false, open: 'undecided' })).toBe('undecided');
    expect(sendBlockerOf({ target, connections, locked: true, open: 'unanswered' })).toBe('unanswered');
    expect(sendBlockerOf({ target: null, connections, locked: false, open: null })).toBe('no-model');
    expect(sendBlockerOf({ target, connections: [], locked: false })).toBe('no-connection');
    expect(sendBlockerOf({ target, connections, locked: false })).toBe('no-key');
    expect(sendBlockerOf({ target, connections, locked: true })).toBe('locked');
    expect(sendBlockerOf({ target, connections: [connection('anthropic', true)], locked: true })).toBeNull();
  });

  it('does not complain before the host has answered', () => {
    expect(sendBlockerOf({ target, connections: undefined, locked: false })).toBeNull();
    expect(sendBlockerOf({ target: null, connections: undefined, locked: false })).toBeNull();
  });
});
