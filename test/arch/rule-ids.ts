import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages whose tables and headings define the rules. */
const PAGES = ['docs/vendor-rules.md', 'docs/security.md', 'docs/reliability.md'];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const ID = /(?<![\w#./])(?:S[0-4]-H?\d\d|[AX]-\d\d|S\d\d|T\d|[ACDFGKLMOPQRWXZ]\d{1,2}[a-d]?)(?!\w)/g;
const SECTION = /vendor-rules(?:\.md)?,? (?:sections? )?(\d+(?:\.\d+)?)/g;
/** Look like rule ids but aren't. */
const OTHER = new Set(['X11', 'X86']);

/** Ids of the rows of a page, and numbers of its sections. */
export function rulesOn(page: string): string[] {
  const rows = [...page.matchAll(/^\| +([A-Z][\w-]*\d[a-z]?|\d+\.\d+) +\|/gm)].map(([, id = '']) => id);
  const sections = [...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number);
  return [...rows, ...sections];
}

/** Rules and sections cited in the comments and test titles of a source. */
export function citedIn(source: string): string[] {
  const comments = [...source.matchAll(COMMENT)].map(([text]) => text);
  const titles = [...source.matchAll(TITLE)].map(([, , text = '']) => text);
  return [...comments, ...titles].flatMap((text) => [
    ...[...text.matchAll(ID)].map(([id]) => id).filter((id) => !OTHER.has(id)),
    ...[...text.matchAll(SECTION)].map(([, number = '']) => number),
  ]);
}

export const knownRules = (root: string): ReadonlySet<string> =>
  new Set(PAGES.flatMap((page) => rulesOn(readFileSync(join(root, page), 'utf8'))));

/** Everything that the sources below `root` cite, with the citing files. */
export function citedRules(root: string): Map<string, string[]> {
  const cited = new Map<string, string[]>();
  for (const folder of ['src', 'electron', 'test'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      // The benchmark installs its peers below `test`.
      if (!/\.tsx?$/.test(name) || /\bnode_modules\b/.test(name)) continue;
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      for (const id of new Set(citedIn(readFileSync(join(root, path), 'utf8'))))
        cited.set(id, [...(cited.get(id) ?? []), path]);
    }
  return cited;
}
