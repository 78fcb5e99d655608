import { describe, expect, it } from 'vitest';
import { BUILT_IN_HOOKS } from './reliability/hooks.ts';
import { SYSTEM } from './reliability/system.ts';
import { VALIDATION } from './reliability/validation.ts';
import { DEBUG_PLAN, NAMES, TOOL_CHAINS, VENDORS } from './reliability/vendors.ts';
import { missingProofs } from './test-titles.ts';

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${`${index + 1}`.padStart(2, '0')}`);
const named = (rows: object) => Object.keys(rows).map((name) => name.split(' ')[0] ?? '');

describe('every row of the documents is covered:', () => {
  it.each([
    ['message validation', VALIDATION, ids('S0-', 51)],
    ['the reliability system', SYSTEM, ids('S1-', 80)],
    ['its table of hooks', BUILT_IN_HOOKS, ids('S1-H', 25)],
    ['the debug plan', DEBUG_PLAN, ids('S2-', 17)],
    ['tool chains', TOOL_CHAINS, ids('S3-', 24)],
    ['switching vendors', VENDORS, ids('S4-', 33)],
    ['names and fields', NAMES, ids('A-', 23)],
  ])('%s, in order and without a gap', (_name, rows, expected) => {
    expect(named(rows)).toEqual(expected);
  });

  const all = { ...VALIDATION, ...SYSTEM, ...BUILT_IN_HOOKS, ...DEBUG_PLAN, ...TOOL_CHAINS, ...VENDORS, ...NAMES };
  it.each(Object.entries(all))('%s', (_name, proofs) => {
    expect(proofs.length).toBeGreaterThan(0);
    expect(missingProofs(proofs)).toEqual([]);
  });
});
