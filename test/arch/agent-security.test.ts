import { describe, expect, it } from 'vitest';
import { REQUIREMENTS, RUN_FAULTS } from './agent-security.ts';
import { missingProofs, readTitles } from './test-titles.ts';

describe('the tests that prove', () => {
  it('every requirement from S40 to S51 are there', () => {
    const numbers = Object.keys(REQUIREMENTS).map((name) => name.slice(0, 3));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => `S${40 + n}`));
  });

  it.each(Object.entries({ ...REQUIREMENTS, ...RUN_FAULTS }))('%s', (_name, proofs) => {
    expect(proofs.length).toBeGreaterThan(0);
    expect(missingProofs(proofs)).toEqual([]);
  });

  it('are missed when they are renamed, skipped or only spoken of', () => {
    const text = `
      // test('spoken of')
      test.skip('skipped', () => {});
      describe('a group', () => {});
      test.for([1])('%s each', () => {});
      it("plain", () => {});
      const CASES = [{ name: 'a case' }, { name: \`\${seat} templated\` }];`;
    expect([...readTitles('a.test.ts', text)].toSorted()).toEqual(['${seat} templated', '%s each', 'a case', 'plain']);
  });
});
