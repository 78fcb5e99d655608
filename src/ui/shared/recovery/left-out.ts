import { isSession, type LeftOut } from '#history/recovery/left-out.ts';
import type { Language } from '#texts/languages.ts';
import { startScreenTexts } from '#texts/start-texts.ts';

/** Says whether everything is back, and in a sentence for each kind what isn't. */
export function describeLeftOut(leftOut: readonly LeftOut[], language: Language): { title: string; lines: string[] } {
  const { start } = startScreenTexts(language);
  const names = leftOut.filter(isSession).map(({ title }) => start.quoted(title || start.untitled));
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  return {
    title: names.length > 0 ? start.restoredRest : start.restored,
    lines: [
      ...(names.length > 0 ? [start.restoredWithoutSessions(list, names.length)] : []),
      ...leftOut.flatMap((one) => (isSession(one) ? [] : [start.restoredWithout[one]])),
    ],
  };
}
