import type { i18n as I18n } from 'i18next';
import { useCallback, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts';
import { TextsContext, type ReadText } from './use-t.ts';

/** Gives the page its texts, in the language that `i18n` has now. */
export function TextsProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const follow = useCallback(
    (onChange: () => void) => {
      i18n.on('languageChanged', onChange);
      return () => i18n.off('languageChanged', onChange);
    },
    [i18n],
  );
  const name = useSyncExternalStore(follow, () => i18n.language);
  const texts = useMemo(
    () => ({ language: LANGUAGES.has(name) ? name : DEFAULT_LANGUAGE, textsOf: textReader(i18n, name) }),
    [i18n, name],
  );
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** Texts without values are read once: a page asks for the same ones thousands of times. */
function textReader(i18n: I18n, language: string): (area: string) => ReadText {
  const areas = new Map<string, ReadText>();
  return (area) => {
    const cached = areas.get(area);
    if (cached) return cached;
    const t = i18n.getFixedT<string>(language, area);
    const plain = new Map<string, string>();
    const read: ReadText = (key, values) => {
      if (values) return t(key, { ...values });
      const text = plain.get(key) ?? t(key);
      plain.set(key, text);
      return text;
    };
    areas.set(area, read);
    return read;
  };
}
