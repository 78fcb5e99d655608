import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from '#ui/shared/navigation/route.ts';
import { SETTINGS_PAGES } from '#ui/shell/settings/settings-pages.ts';

describe('route', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((one) => !one.includes('\ud800'));
  const route: fc.Arbitrary<Route> = fc.oneof(
    fc.constant<Route>({ name: 'home' }),
    fc.constant<Route>({ name: 'home', fresh: true }),
    fc.string({ unit: 'grapheme' }).map((add): Route => ({ name: 'home', add })),
    text.map((id): Route => ({ name: 'session', id })),
    fc.tuple(text, text).map(([id, message]): Route => ({ name: 'session', id, message })),
    fc.tuple(text, text, text).map(([id, message, find]): Route => ({ name: 'session', id, message, find })),
    fc.string({ unit: 'grapheme' }).map((text): Route => ({ name: 'search', text })),
    fc.constantFrom(...SETTINGS_PAGES).map(({ id }): Route => ({ name: 'settings', page: id })),
    fc
      .tuple(fc.constantFrom(...SETTINGS_PAGES), text)
      .map(([{ id }, focus]): Route => ({ name: 'settings', page: id, focus })),
  );

  it('comes back from the address as it went in', () => {
    fc.assert(
      fc.property(route, (one) => {
        expect(parseRoute(formatRoute(one))).toEqual(one);
      }),
    );
  });

  it.each(['', '#', '#/', '#/s/', '#/nowhere/x', '#t=token', '#/%E0%A4%A'])('goes home from %j', (hash) => {
    expect(parseRoute(hash)).toEqual({ name: 'home' });
  });
});
