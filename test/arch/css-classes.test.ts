import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The style sheets that a component imports, by the name it uses. */
function sheetsOf(file: string, code: string): [name: string, sheet: string][] {
  return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', path = '']) => [
    name,
    path.startsWith('#ui/') ? path.replace('#ui/', 'src/ui/') : join(dirname(file), path),
  ]);
}

/** Every class that the code takes from a sheet that doesn't have it. Such an element is drawn without its style. */
function missingClasses(file: string, code: string, read: (sheet: string) => string): string[] {
  return sheetsOf(file, code).flatMap(([name, sheet]) => {
    const classes = new Set([...read(sheet).matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, one]) => one));
    return [...code.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))]
      .map(([, used = '']) => used)
      .filter((used) => !classes.has(used))
      .map((used) => `${file}: ${name}['${used}']`);
  });
}

describe('classes of style sheets', () => {
  it('are in the sheet that the code takes them from', () => {
    const files = globSync('src/ui/**/*.{ts,tsx}');
    expect(files.length).toBeGreaterThan(400);
    const missing = files.flatMap((file) =>
      missingClasses(file, readFileSync(file, 'utf8'), (sheet) => readFileSync(sheet, 'utf8')),
    );
    expect(missing).toEqual([]);
  });

  it('are found missing', () => {
    const code = "import css from './a.module.css';\nconst a = css['here'] + css['gone'];";
    expect(missingClasses('src/ui/a.tsx', code, () => '.here { color: red; }')).toEqual(["src/ui/a.tsx: css['gone']"]);
  });
});
