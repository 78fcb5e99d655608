import type { Source } from '#archive/import/source.ts';
import { catalogs as EN } from '#texts/en/catalogs.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

const PREFIX = 'program.';

/** The programs whose exports are read, in the order of their names in the catalog: most common first. */
export const PROGRAMS = Object.keys(EN.transfer)
  .filter((key) => key.startsWith(PREFIX))
  .map((key) => key.slice(PREFIX.length) as Source);

/** Returns what people call a program. */
export function useProgramName(): (source: string) => string {
  const t = useT('transfer');
  return (source) => {
    const known = PROGRAMS.find((one) => one === source);
    return known ? t(`program.${known}`) : source;
  };
}
