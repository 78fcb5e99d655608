/** What a language says about itself. */
export interface LanguageDefinition {
  /** Its own name. */
  name: string;
  /** Its word for “language”. */
  word: string;
  /** One or two letters in place of an icon. */
  symbol: string;
  /** Further words that find it in the palette. */
  search: string;
  /** Further words that find a settings page in the palette, whatever the page's language. */
  pageWords: { history: string };
}
