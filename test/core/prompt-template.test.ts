import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders, placeholdersOf } from '#core/prompt-template.ts';

const name = fc.constantFrom('topic', '주제', 'my word', 'a', 'Jürgen-2', 'テーマ');
const piece = fc.oneof(
  name.map((one) => `{{${one}}}`),
  name.map((one) => `{{ ${one} }}`),
  fc.string(),
  fc.constantFrom('{', '}}', '{{', '{{}}', '{{ }}', '{{a.b}}', '{{#if x}}', '$&', '$1'),
);
const template = fc.array(piece).map((pieces) => pieces.join(''));

describe('places of a prompt', () => {
  it('are named once each, in their order', () => {
    expect(placeholdersOf('On {{topic}} for {{ 독자 층 }}, again {{topic}}.')).toEqual(['topic', '독자 층']);
    for (const code of ['{{}}', '{{ }}', '{ {a} }', '{{a.b}}', '{{#each xs}}', '{{a\nb}}', `{{${'x'.repeat(61)}}}`])
      expect(placeholdersOf(code)).toEqual([]);
  });

  it('are all filled in, and nothing else changes', () => {
    fc.assert(
      fc.property(template, fc.string(), (text, value) => {
        const places = placeholdersOf(text);
        const marked = fillPlaceholders(text, new Map(places.map((place) => [place, '\u0000'])));
        expect(placeholdersOf(marked).filter((place) => places.includes(place))).toEqual([]);
        expect(fillPlaceholders(text, new Map(places.map((place) => [place, value])))).toBe(
          marked.split('\u0000').join(value),
        );
        expect(fillPlaceholders(text, new Map())).toBe(text);
      }),
    );
  });

  it('take a value as it is, even one that looks like a place or a pattern', () => {
    expect(
      fillPlaceholders(
        '{{a}} {{b}}',
        new Map([
          ['a', '{{b}} $& $1'],
          ['b', 'x'],
        ]),
      ),
    ).toBe('{{b}} $& $1 x');
  });
});
