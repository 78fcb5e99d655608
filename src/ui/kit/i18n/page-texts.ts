import { createStore, type StoreApi } from 'zustand/vanilla';
import { loadTexts, type Area, type FirstTexts, type Texts } from '#texts/catalogs.ts';
import type { Language } from '#texts/languages.ts';
import { fillText, type OnMissing } from './fill-text.ts';

export type ReadText = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The texts that the page has. */
export interface ShownTexts {
  language: Language;
  /** False until everything that the page doesn't need first has been loaded, too. */
  complete: boolean;
  /** The same function until texts are added. Of an area that isn't loaded yet, every text is empty. */
  textsOf: (area: Area) => ReadText;
}

export interface PageTexts {
  store: StoreApi<ShownTexts>;
  /** Loads all texts of a language and then shows it. Rejects when they can't be fetched. */
  show: (language: Language) => Promise<void>;
}

const isComplete = (texts: FirstTexts | Texts): texts is Texts => 'settings' in texts;

const fail: OnMissing = (error) => {
  throw error;
};

/** Ready on return, because the first texts are given. `onMissing` limits a defect to the one text. */
export function createPageTexts(language: Language, first: FirstTexts | Texts, onMissing: OnMissing = fail): PageTexts {
  const loaded = new Map<Language, Texts>();
  if (isComplete(first)) loaded.set(language, first);
  const shown = (name: Language, texts: FirstTexts | Texts): ShownTexts => ({
    language: name,
    complete: isComplete(texts),
    textsOf: textReader(name, texts, onMissing),
  });
  const store = createStore<ShownTexts>(() => shown(language, first));
  let wanted = language;
  return {
    store,
    async show(name) {
      wanted = name;
      const texts = loaded.get(name) ?? (await loadTexts(name));
      loaded.set(name, texts);
      const now = store.getState();
      // Meanwhile another language may have been chosen.
      if (wanted === name && (now.language !== name || !now.complete)) store.setState(shown(name, texts));
    },
  };
}

/** Texts without values are read once: a page asks for the same ones thousands of times. */
function textReader(language: Language, texts: Partial<Texts>, onMissing: OnMissing): (area: Area) => ReadText {
  const plurals = new Intl.PluralRules(language);
  const areas = new Map<Area, ReadText>();
  return (area) => {
    const cached = areas.get(area);
    if (cached) return cached;
    const catalog = texts[area];
    const read: ReadText = (key, values = {}) => {
      if (!catalog) return '';
      const count = values['count'];
      const plural = typeof count === 'number' ? catalog[`${key}_${plurals.select(count)}`] : undefined;
      const text = plural ?? catalog[key] ?? catalog[`${key}_other`] ?? key;
      return text.includes('{{') ? fillText(text, values, language, onMissing) : text;
    };
    areas.set(area, read);
    return read;
  };
}
