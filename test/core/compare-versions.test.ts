import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareVersions, isVersion } from '#core/compare-versions.ts';

/** In ascending order; the middle is the example of semver.org 2.0.0, 11.4. */
const RISING = [
  'no version',
  '0.0.1',
  '0.9.10',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0--',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.9.0',
  '1.10.0',
  '2.0.0',
  '9007199254740993.0.0',
  '9007199254740994.0.0',
];

describe('versions', () => {
  test('are ordered by the rules of semver', () => {
    for (const [one, a] of RISING.entries())
      for (const [two, b] of RISING.entries())
        expect([a, b, compareVersions(a, b)]).toEqual([a, b, Math.sign(one - two)]);
  });

  test('differ in nothing by their build data', () => {
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0);
    expect(compareVersions('1.0.0-rc.1+a.01', '1.0.0-rc.1')).toBe(0);
  });

  test.each([
    '',
    '1',
    '1.0',
    'v1.0.0',
    '1.0.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0-01',
    '1.0.0-a..b',
    '1.0.0+',
    ' 1.0.0',
    '1.0.0\n',
    `1.0.0-${'a'.repeat(64)}`,
  ])('%j is none', (text) => {
    expect(isVersion(text)).toBe(false);
    expect(compareVersions(text, '0.0.0')).toBe(-1);
  });

  test('are in one order whatever they are', () => {
    const number = fc.nat({ max: 3 }).map(String);
    const identifier = fc.oneof(number, fc.constantFrom('a', 'b', 'a1', '-', 'rc'));
    const version = fc
      .tuple(fc.tuple(number, number, number), fc.array(identifier, { maxLength: 3 }))
      .map(([numbers, before]) => numbers.join('.') + (before.length > 0 ? `-${before.join('.')}` : ''));
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(isVersion(a)).toBe(true);
        expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0);
        expect(compareVersions(a, b) === 0).toBe(a === b);
        const [first = '', second = '', third = ''] = [a, b, c].toSorted(compareVersions);
        expect([compareVersions(first, second), compareVersions(second, third)]).not.toContain(1);
        expect(compareVersions(first, third)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
