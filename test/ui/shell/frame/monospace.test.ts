import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../../../src', import.meta.url));
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(join(SRC, file), 'utf8') }));
const naming = (pattern: RegExp) => sheets.filter(({ css }) => pattern.test(css)).map(({ file }) => file);

describe('code and raw text', () => {
  it('have one rule, which draws every character as it is', () => {
    expect(naming(/var\(--font-mono\)/)).toEqual(['ui/kit/theme/base.css']);
    const base = sheets.find(({ file }) => file === 'ui/kit/theme/base.css')?.css ?? '';
    const rule = /([^{}]*)\{[^{}]*font-family: var\(--font-mono\);[^{}]*\}/.exec(base);
    expect(rule?.[0]).toContain('font-variant-ligatures: none;');
    expect(rule?.[1]).toMatch(/\.mono\s*$/);
  });

  it('have no font and no ligatures of their own anywhere else', () => {
    expect(naming(/font-(?:variant|feature)[\w-]*:[^;]*(?:ligatures|normal|calt|liga)/)).toEqual([]);
    expect(naming(/monospace|JetBrains/)).toEqual(['ui/kit/theme/languages.css', 'ui/kit/theme/tokens.css']);
  });
});
