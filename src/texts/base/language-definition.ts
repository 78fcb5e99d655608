/** An entry of the palette that has more words than its label: settings pages, and what can be done with a conversation. */
export type WordedEntry = 'history' | 'outline' | 'sent' | 'next' | 'export' | 'print';

/** What a language says about itself. */
export interface LanguageDefinition {
  /** Its own name. */
  name: string;
  /** Its word for “language”. */
  word: string;
  /** One or two letters in place of an icon. */
  symbol: string;
  /** Shown where the page couldn't start and not even the screen that says why could be loaded. */
  unstarted: string;
  /** Further words that find an entry of the palette, whatever the page's language. */
  paletteWords: Record<WordedEntry, string>;
  /**
   * Matches a text in this language, if it has letterforms of its own for code points that other languages have, too: the
   * same kanji are drawn in one way in Japanese and in another in Korean.
   */
  letterforms?: RegExp;
  /** The form of a particle after an inserted value, such as `을(를)` after a name. As written if it isn't one. */
  particleAfter?: (value: string, written: string) => string;
}
