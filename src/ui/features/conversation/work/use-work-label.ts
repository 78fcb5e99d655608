import { useCallback } from 'react';
import type { DeedGroup } from '#core/agent/work/group-deeds.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';

/** This many kinds of work are named in one line. */
const NAMED = 4;
const MAX_LENGTH = 48;

/** The first line, cut. */
function short(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  const cut = Array.from(line).slice(0, MAX_LENGTH).join('');
  return visibleText(cut === text ? text : `${cut.trimEnd()}…`).text;
}

/** The last segment of a path. */
function fileName(path: string): string {
  const name = path.split(/[/\\]/).findLast((segment) => segment !== '');
  return short(name ?? path);
}

/** A page is known by its site. */
const siteOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '') || short(address);

/** Says what calls did: `read 3 files`, `edited app.ts`. */
function useDeedLabel(): (group: DeedGroup) => string {
  const t = useT('work');
  const toolName = useToolName();
  return useCallback(
    ({ kind, count, what }) => {
      switch (kind) {
        case 'plan':
          return t('did.plan');
        case 'failed':
        case 'denied':
        case 'stopped':
          return t(`all.${kind}`, { count });
        case 'use': {
          const did = t('did.use', { what: toolName(what ?? '').tool });
          return count > 1 ? t('did.more', { did, count }) : did;
        }
        default:
          if (what === null) return t(`all.${kind}`, { count });
          return t(`did.${kind}`, { what: SHORT[kind](what) });
      }
    },
    [t, toolName],
  );
}

const SHORT = {
  read: fileName,
  write: fileName,
  edit: fileName,
  list: fileName,
  find: short,
  run: short,
  search_web: short,
  read_page: siteOf,
  task: short,
} as const;

/** Joins what calls did into one line, which begins with a capital letter where a language's verb comes first. */
export function useWorkLabel(): (groups: readonly DeedGroup[]) => string {
  const t = useT('work');
  const language = useLanguage();
  const label = useDeedLabel();
  return useCallback(
    (groups) => {
      const [first, ...more] = groups.slice(0, NAMED);
      if (!first) return t('only.answered');
      const begin = label(first);
      // Where the thing comes first, it keeps its spelling.
      const verb = label({ ...first, what: first.what === null ? null : '' }).charAt(0);
      const capital = begin.startsWith(verb) ? verb.toLocaleUpperCase(language) + begin.slice(1) : begin;
      const line = [capital, ...more.map(label)].join(t('join'));
      return groups.length > NAMED ? `${line}…` : line;
    },
    [t, label, language],
  );
}
