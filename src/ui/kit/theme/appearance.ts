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
  /** How wide a conversation may become. */
  width: 'normal' | 'wide' | 'full';
  /** Space between and inside messages. */
  density: 'comfortable' | 'compact';
  /** What stands below a message: tokens, cost and time; the time alone; neither. */
  details: 'all' | 'time' | 'none';
  accent: 'celadon' | 'blue' | 'violet' | 'rose';
  /** Colors of code. */
  code: 'baton' | 'classic' | 'plain';
  /** CSS of the user, for every screen but the settings. */
  css: string;
}

/** Characters. Longer CSS is cut: it would fill the storage of the page. */
export const MAX_CSS = 50_000;

export const APPEARANCE_KEY = 'baton.appearance';

/** `--bg` of tokens.css, for the browser's own chrome. */
export const THEME_COLOR = { light: '#fafaf8', dark: '#151816' };

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  language: 'system',
  textSize: 'normal',
  motion: 'system',
  width: 'normal',
  density: 'comfortable',
  details: 'all',
  accent: 'celadon',
  code: 'baton',
  css: '',
};

export const APPEARANCE_CHOICES = {
  theme: ['system', 'light', 'dark'],
  language: ['system', ...LANGUAGES.keys()],
  textSize: ['small', 'normal', 'large', 'larger'],
  motion: ['system', 'reduced'],
  width: ['normal', 'wide', 'full'],
  density: ['comfortable', 'compact'],
  details: ['all', 'time', 'none'],
  accent: ['celadon', 'blue', 'violet', 'rose'],
  code: ['baton', 'classic', 'plain'],
} as const satisfies { [K in Exclude<keyof Appearance, 'css'>]: readonly Appearance[K][] };

/** What `<html>` says as it is chosen: `data-width="wide"`. tokens.css and base.css do the rest. */
export const PAINTED = ['textSize', 'motion', 'width', 'density', 'details', 'accent', 'code'] as const;

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
  const css = has('css');
  return {
    theme: pick(has('theme'), APPEARANCE_CHOICES.theme, DEFAULT_APPEARANCE.theme),
    language: pick(has('language'), APPEARANCE_CHOICES.language, DEFAULT_APPEARANCE.language),
    textSize: pick(has('textSize'), APPEARANCE_CHOICES.textSize, DEFAULT_APPEARANCE.textSize),
    motion: pick(has('motion'), APPEARANCE_CHOICES.motion, DEFAULT_APPEARANCE.motion),
    width: pick(has('width'), APPEARANCE_CHOICES.width, DEFAULT_APPEARANCE.width),
    density: pick(has('density'), APPEARANCE_CHOICES.density, DEFAULT_APPEARANCE.density),
    details: pick(has('details'), APPEARANCE_CHOICES.details, DEFAULT_APPEARANCE.details),
    accent: pick(has('accent'), APPEARANCE_CHOICES.accent, DEFAULT_APPEARANCE.accent),
    code: pick(has('code'), APPEARANCE_CHOICES.code, DEFAULT_APPEARANCE.code),
    css: typeof css === 'string' ? css.slice(0, MAX_CSS) : DEFAULT_APPEARANCE.css,
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
