import { describe, expect, it } from 'vitest';
import { catalogs } from '#texts/en/catalogs.ts';
import { createPageTexts } from '#ui/kit/i18n/page-texts.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

const t: Translate<'chat'> = createPageTexts('en', catalogs).store.getState().textsOf('chat');

/** The compiler refuses what is marked: a mark that nothing needs is an error, too. */
describe('a text gets the values that it has places for', () => {
  it('and no others', () => {
    expect(t('stop')).toBe('Stop');
    expect(t('siblings.position', { at: 1, of: 2 })).toBe('Version 1 of 2');
    expect(t('list.jumpNew', { count: 1 })).toBe('Jump to latest, 1 new');
    expect(t('contextFiles.more', { path: 'a', count: 2 })).toMatch(/a and 2 more/);
    const say = (key: 'list.jumpNew' | 'siblings.position') => t(key, { at: 1, of: 2, count: 3 });
    expect(say('list.jumpNew')).toBe('Jump to latest, 3 new');
    // @ts-expect-error -- a text without a place
    t('stop', { name: 'a' });
    // @ts-expect-error -- a place that the text doesn't have
    t('siblings.position', { at: 1, of: 2, in: 3 });
  });

  it('and all of them', () => {
    // @ts-expect-error -- no values
    expect(() => t('siblings.position')).toThrow('no value for {{at}}');
    // @ts-expect-error -- a value is missing
    expect(() => t('siblings.position', { at: 1 })).toThrow('no value for {{of}}');
    // @ts-expect-error -- which form a text has depends on its count
    expect(() => t('contextFiles.more', { path: 'a' })).toThrow('{{count}}');
    // @ts-expect-error -- values that the other key needs
    const say = (key: 'list.jumpNew' | 'siblings.position') => t(key, { count: 1 });
    expect(() => say('siblings.position')).toThrow('no value for {{at}}');
  });

  it('under the name that the code uses', () => {
    // @ts-expect-error -- one of its forms
    expect(t('list.jumpNew_one', { count: 1 })).toBe('Jump to latest, 1 new');
    // @ts-expect-error -- no such text
    expect(t('nothing.like.this')).toBe('nothing.like.this');
  });
});
