import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { citedIn, citedRules, knownRules, rulesOn } from './rule-ids.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('rules that the code cites', () => {
  const known = knownRules(root);
  const cited = citedRules(root);

  it('are on the pages of rules', () => {
    expect(cited.size).toBeGreaterThan(150);
    expect([...cited].filter(([id]) => !known.has(id)).map(([id, files]) => `${id}: ${files.join(', ')}`)).toEqual([]);
  });

  it('are found in comments and titles, and nowhere else', () => {
    const source = [
      '/** One thing (A24, O6-O8); see vendor-rules 8.2.',
      ' * Another (S27-S30). */',
      "const text = 'G9'; // M2 holds here",
      "it('keeps the order (S0-35 to S0-38)', () => {});",
      "it.each([['C1']])('%s is refused, X-01', () => {});",
      'const key = `F4`;',
    ].join('\n');
    expect(citedIn(source).join(' ')).toBe('A24 O6 O8 S27 S30 8.2 M2 S0-35 S0-38 X-01');
  });

  it('are missed where no page has them', () => {
    const page = rulesOn(
      '## 8. Switching\n\n### 8.2 Again\n\n| Rule | Demand |\n| --- | --- |\n| A24   | it |\n| 0.1 | so |\n',
    );
    expect(page).toEqual(['A24', '0.1', '8', '8.2']);
    expect(known.has('A99')).toBe(false);
    expect(known.has('A24')).toBe(true);
    expect(known.has('8.5')).toBe(true);
  });
});
