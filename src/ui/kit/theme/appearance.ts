import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#texts/languages.ts';

/**
 * How the page looks on this device. Stored in localStorage rather than the database, because public/theme-boot.js
 * needs it before first paint. Holds no secrets and nothing from conversations.
 */
export interface Appearance {
  theme: 'system' | 'light' | 'dark';
  /** `system`, or a language. */
  language: Language;
  textSize: 'small' | 'normal' | 'large' | 'larger';
  motion: 'system' | 'reduced';
}

export const APPEARANCE_KEY = 'baton.appearance';

/** `--bg` of tokens.css, for the browser's own chrome. */
export const THEME_COLOR = { light: '#fafaf8', dark: '#151816' };

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  language: 'system',
  textSize: 'normal',
  motion: 'system',
};

export const APPEARANCE_CHOICES = {
  theme: ['system', 'light', 'dark'],
  language: ['system', ...LANGUAGES.keys()],
  textSize: ['small', 'normal', 'large', 'larger'],
  motion: ['system', 'reduced'],
} as const satisfies { [K in keyof Appearance]: readonly Appearance[K][] };

const pick = <T extends string>(value: unknown, choices: readonly T[], fallback: T): T =>
  choices.find((choice) => choice === value) ?? fallback;

/** Accepts any text: missing or unknown fields get their defaults. */
export function parseAppearance(text: string | null): Appearance {
  let raw: unknown = null;
  try {
    raw = text === null ? null : JSON.parse(text);
  } catch {
    raw = null;
  }
  const has = (key: string): unknown => (typeof raw === 'object' && raw !== null ? Reflect.get(raw, key) : undefined);
  return {
    theme: pick(has('theme'), APPEARANCE_CHOICES.theme, DEFAULT_APPEARANCE.theme),
    language: pick(has('language'), APPEARANCE_CHOICES.language, DEFAULT_APPEARANCE.language),
    textSize: pick(has('textSize'), APPEARANCE_CHOICES.textSize, DEFAULT_APPEARANCE.textSize),
    motion: pick(has('motion'), APPEARANCE_CHOICES.motion, DEFAULT_APPEARANCE.motion),
  };
}

/** The first system language that Baton supports, otherwise English. */
export function resolveLanguage(choice: Appearance['language'], system: readonly string[]): Language {
  if (LANGUAGES.has(choice)) return choice;
  for (const tag of system) {
    const base = tag.toLowerCase().split('-')[0];
    if (base !== undefined && LANGUAGES.has(base)) return base;
  }
  return DEFAULT_LANGUAGE;
}

/** The language before there are settings: the choice on this device, if it can be read. */
export function languageOfDevice(window: Window): Language {
  let stored: string | null = null;
  try {
    stored = window.localStorage.getItem(APPEARANCE_KEY);
  } catch {
    // Without it, the system decides.
  }
  return resolveLanguage(parseAppearance(stored).language, window.navigator.languages);
}
