import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VENDORS } from '#core/vendor.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { APPEARANCE_CHOICES, THEME_COLOR } from '#ui/kit/theme/appearance.ts';
import { contrast, isInSrgb, mix, toHex, type Oklch } from './oklch.ts';

const css = readFileSync(new URL('../../../../src/ui/kit/theme/tokens.css', import.meta.url), 'utf8');

const hueOf = (accent: string) =>
  /--accent-hue: (\d+)/.exec(css.slice(css.indexOf(`[data-accent='${accent}']`)))?.[1] ?? 'no hue';

/** Opaque colors declared in the block of one theme, and those of the vendors. */
function colorsOf(theme: 'light' | 'dark', accent = 'celadon', code = 'baton'): Map<string, Oklch> {
  const start = css.indexOf(`:root[data-theme='${theme}'] {`);
  const other = css.indexOf(`:root[data-theme='${theme}'][data-code='${code}']`);
  const vendors = VENDORS.map((vendor) => `--vendor-${vendor}: ${VENDOR_TABLE[vendor].look[theme]};`);
  const blocks = [start, other].flatMap((from) => (from < 0 ? [] : [css.slice(from, css.indexOf('\n}', from))]));
  const block = [...blocks, ...vendors].join('\n').replaceAll('var(--accent-hue)', hueOf(accent));
  const found = new Map<string, Oklch>();
  for (const [, name, l, c, h] of block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)) {
    found.set(name ?? '', [Number(l), Number(c), Number(h)]);
  }
  return found;
}

const THEMES = {
  light: colorsOf('light'),
  dark: colorsOf('dark'),
};
/** Each choice of Settings > Appearance, in both themes. */
const CHOSEN = Object.fromEntries(
  (['light', 'dark'] as const).flatMap((theme) => [
    [theme, THEMES[theme]] as const,
    ...APPEARANCE_CHOICES.accent.slice(1).map((accent) => [`${theme}, ${accent}`, colorsOf(theme, accent)] as const),
    [`${theme}, classic code`, colorsOf(theme, 'celadon', 'classic')] as const,
  ]),
);
const SURFACES = ['bg', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-active'];
const TEXTS = ['text', 'text-dim', 'text-faint', 'accent', 'danger', 'warning', 'success'];
const MARKS = VENDORS.map((vendor) => `vendor-${vendor}`);
const CODE = ['keyword', 'string', 'number', 'title', 'type'].map((kind) => `code-${kind}`);

const diffCss = readFileSync(
  new URL('../../../../src/ui/features/conversation/agent/diff-view.module.css', import.meta.url),
  'utf8',
);
/** The grounds of removed and added lines with the colors of their language. */
const DIFF_GROUNDS = [
  ...diffCss.matchAll(/background: color-mix\(in oklab, var\(--(danger|success)-soft\) (\d+)%, var\(--bg-sunken\)\)/g),
].map(([, tone = '', share]) => ({ tone, share: Number(share) / 100 }));
/** Comments are dimmed there. */
const DIFF_TEXTS = ['text', 'text-dim', ...CODE];

it('finds the grounds of a diff', () => {
  expect(DIFF_GROUNDS.map(({ tone }) => tone)).toEqual(['danger', 'success']);
});

describe.each(Object.entries(CHOSEN))('%s theme', (theme, colors) => {
  const color = (name: string): Oklch => {
    const found = colors.get(name);
    if (!found) throw new Error(`--${name} is not declared in the ${theme} theme`);
    return found;
  };
  const ratio = (a: string, b: string) => contrast(color(a), color(b));

  it.each([...TEXTS, ...MARKS, ...CODE].flatMap((text) => SURFACES.map((surface) => ({ text, surface }))))(
    'reads --$text on --$surface (4.5:1)',
    ({ text, surface }) => {
      expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(
    ['accent', 'danger', 'warning', 'success'].flatMap((tone) =>
      ['text', 'text-dim', tone].map((text) => ({ tone, text })),
    ),
  )('reads --$text on --$tone-soft (4.5:1)', ({ tone, text }) => {
    expect(ratio(text, `${tone}-soft`)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(DIFF_GROUNDS.flatMap((ground) => [...DIFF_TEXTS, ground.tone].map((text) => ({ ...ground, text }))))(
    'reads --$text in a diff on --$tone-soft over --bg-sunken (4.5:1)',
    ({ tone, share, text }) => {
      const ground = mix(color(`${tone}-soft`), share, color('bg-sunken'));
      expect(contrast(color(text), ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('reads what stands on an accent fill (4.5:1)', () => {
    expect(ratio('accent-text', 'accent')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('accent-text', 'accent-hover')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('text', 'selection')).toBeGreaterThanOrEqual(4.5);
  });

  it('reads a tooltip, which is the theme turned round (4.5:1)', () => {
    expect(ratio('bg', 'text')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    ['line-strong', 'focus'].flatMap((line) => ['bg', 'bg-raised', 'bg-sunken'].map((surface) => ({ line, surface }))),
  )('sees --$line on --$surface (3:1)', ({ line, surface }) => {
    expect(ratio(line, surface)).toBeGreaterThanOrEqual(3);
  });

  it('uses colours every screen has', () => {
    expect([...colors].filter(([, value]) => !isInSrgb(value)).map(([name]) => name)).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('where the system asks for more contrast: %s theme', (theme) => {
  const block = css.slice(
    css.indexOf(theme === 'light' ? '@media (prefers-contrast' : '@media screen and (prefers-con'),
  );
  const more = [...block.slice(0, block.indexOf('\n}')).matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)];
  const colors = new Map(THEMES[theme]);
  for (const [, name = '', l, c, h] of more) colors.set(name, [Number(l), Number(c), Number(h)]);
  const ratio = (a: string, b: string) => contrast(colors.get(a) ?? [0, 0, 0], colors.get(b) ?? [0, 0, 0]);

  it.each(['text', 'text-dim', 'text-faint'].flatMap((text) => SURFACES.map((surface) => ({ text, surface }))))(
    'reads --$text on --$surface (7:1)',
    ({ text, surface }) => {
      expect(ratio(text, surface)).toBeGreaterThanOrEqual(7);
    },
  );

  it.each(
    ['line', 'line-strong'].flatMap((line) => ['bg', 'bg-raised', 'bg-sunken'].map((surface) => ({ line, surface }))),
  )('sees --$line on --$surface (3:1)', ({ line, surface }) => {
    expect(ratio(line, surface)).toBeGreaterThanOrEqual(3);
  });
});

it('declares the same colours in both themes', () => {
  expect([...THEMES.dark.keys()].sort()).toEqual([...THEMES.light.keys()].sort());
  expect(THEMES.light.size).toBeGreaterThan(30);
});

it('gives every vendor a colour of its own in both themes', () => {
  for (const colors of Object.values(THEMES)) {
    const hexes = MARKS.map((mark) => toHex(colors.get(mark) ?? [0, 0, 0]));
    expect(new Set(hexes).size).toBe(VENDORS.length);
  }
});

it('tells the browser the very surface colours of the themes', () => {
  const surface = (colors: Map<string, Oklch>) => toHex(colors.get('bg') ?? [0, 0, 0]);
  expect(THEME_COLOR).toEqual({ light: surface(THEMES.light), dark: surface(THEMES.dark) });
});
