import { array, assert, constantFrom, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, greetingFor } from '#core/reliability/startup-greeting.ts';

const start = { version: '0.2.0', before: '0.1.0', fresh: false, on: true };

describe('the greeting of a version', () => {
  it.each([
    ['a newer version', {}, 'tell'],
    ['the same one', { before: '0.2.0' }, 'none'],
    ['an older one, after a step back', { version: '0.0.9' }, 'remember'],
    ['a release after its pre-release', { before: '0.2.0-beta.1' }, 'tell'],
    ['the very first start', { before: '', fresh: true }, 'remember'],
    ['a history from before versions were kept in mind', { before: '' }, 'tell'],
    ['switched off', { on: false }, 'remember'],
    ['a host that has not told its version', { version: '' }, 'none'],
  ] as const)('%s', (_name, given, expected) => {
    expect(greetingFor({ ...start, ...given })).toBe(expected);
  });

  it('orders versions by their numbers', () => {
    expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
    expect(compareVersions('v1.0', '1.0.0')).toBe(0);
    expect(compareVersions('1.0.0-rc.1', '1.0.0')).toBeLessThan(0);
    const version = array(nat(12), { minLength: 1, maxLength: 4 });
    assert(
      property(version, version, constantFrom('', '-beta'), (a, b, tail) => {
        const [left, right] = [a.join('.') + tail, b.join('.') + tail];
        expect(Math.sign(compareVersions(left, right))).toBe(-Math.sign(compareVersions(right, left)) + 0);
        expect(compareVersions(left, left)).toBe(0);
      }),
    );
  });
});
