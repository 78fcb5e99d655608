import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogs as EN } from '#texts/en/catalogs.ts';
import { catalogs as KO } from '#texts/ko/catalogs.ts';
import { textsIn } from '#test/ui/support/i18n.ts';
import { effectOf, RULES, VENDOR_NOTES } from '#ui/features/conversation/inspector/rules.ts';
import { findRuleNames } from './rule-names.ts';

const written = findRuleNames();
const matches = (name: string, rule: string) => new RegExp(`^${name.replace('*', '[a-z]+')}$`).test(rule);
const known = Object.keys(RULES);

describe('words for what the engine changes', () => {
  it('finds the rules of the engine, one and all by their names', () => {
    expect(written.size).toBeGreaterThan(45);
    expect([...written.keys()]).toContain('drop-foreign-thinking');
    expect([...written.keys()].filter((name) => !/^(\*|[a-z]+)(-[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('knows every one of them', () => {
    expect([...written].filter(([name]) => !known.some((rule) => matches(name, rule)))).toEqual([]);
  });

  it('has no rule that the engine does not have', () => {
    expect(known.filter((rule) => ![...written.keys()].some((name) => matches(name, rule)))).toEqual([]);
  });

  it.each(known)('says in both languages what %s does, and why', (rule) => {
    for (const key of [`rule.${rule}_other`, `why.${rule}`]) {
      expect(Object.hasOwn(EN.report, key), `${key} in English`).toBe(true);
      expect(Object.hasOwn(KO.report, key), `${key} in Korean`).toBe(true);
    }
    const t = textsIn('en').store.getState().textsOf('report');
    expect(t(`rule.${rule}`, { count: 1 })).not.toContain('rule.');
    expect(t(`rule.${rule}`, { count: 3 })).not.toContain('{{');
  });

  it('has words for all that vendors say they left out', () => {
    const noted = globSync('src/vendors/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/rule: '(vendor-[^']+)'/g)].map(([, name]) => name),
    );
    // What a vendor used is in the answer itself, and nothing was left out for it.
    expect(new Set(noted.filter((name) => name !== 'vendor-used-tools'))).toEqual(new Set(VENDOR_NOTES));
    for (const name of VENDOR_NOTES) {
      expect(EN.report).toHaveProperty([`report.${name}`]);
      expect(KO.report).toHaveProperty([`report.${name}`]);
    }
  });

  it('takes a rule that it does not know for one that leaves something out', () => {
    expect(effectOf('of-tomorrow')).toBe('stays');
    expect(effectOf('toString')).toBe('stays');
  });
});
