import { assert, json, property, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callSignature, countRepeat, forgetRepeats, NO_REPEATS, type Repeats } from '#core/agent/repeats.ts';

function count(...signatures: string[]): Repeats {
  return signatures.reduce((repeats, one) => countRepeat(repeats, `tool ${one}`, one), NO_REPEATS);
}

describe('the signature of a call', () => {
  it('is the same for equal arguments in any order, and another one for anything else', () => {
    const sign = (args: unknown, tool = 'a', status = 'ok', text = 't') => callSignature(tool, args, status, text);
    assert(
      property(json(), json(), shuffledSubarray(['x', 'y', 'z'], { minLength: 3 }), (one, two, order) => {
        const args: Record<string, unknown> = { x: JSON.parse(one), y: JSON.parse(two), z: { b: 1, a: 2 } };
        const other = Object.fromEntries(order.map((key) => [key, key === 'z' ? { a: 2, b: 1 } : args[key]]));
        expect(sign(other)).toBe(sign(args));
        expect(sign({ ...args, w: 1 })).not.toBe(sign(args));
      }),
    );
    expect(new Set([sign({}), sign({}, 'b'), sign({}, 'a', 'error'), sign({}, 'a', 'ok', 'u'), sign([])]).size).toBe(5);
  });

  it('does not exist for arguments nested deeper than the stack', () => {
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(callSignature('a', deep, 'ok', 't')).toBeNull();
  });
});

describe('repeats', () => {
  it('are counted since the last call that was new', () => {
    expect(count('a', 'a', 'a').most).toEqual({ tool: 'tool a', times: 3 });
    expect(count('a', 'a', 'b', 'a').most.times).toBe(1);
    expect(count('a', 'b', 'a', 'b', 'a', 'b').most).toEqual({ tool: 'tool b', times: 3 });
    expect(forgetRepeats(count('a', 'a', 'a')).most.times).toBe(0);
    expect(countRepeat(forgetRepeats(count('a', 'a')), 'tool a', 'a').most.times).toBe(1);
  });

  it('take the same room in a run of any length', () => {
    const repeats = count(...Array.from({ length: 5_000 }, (_, index) => `s${index}`));
    expect(repeats.known.length).toBe(512);
    expect(Object.keys(repeats.since)).toEqual(['s4999']);
  });
});
