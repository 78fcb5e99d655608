import type { KeywordWords } from '#core/reliability/keywords.ts';

/** Words of one language that Baton understands when users write them, whatever language the page has. */
export interface UserWords {
  keywords: KeywordWords;
  /** Other words that find a command of the message box, by the command's name. */
  commands: Readonly<Record<string, string>>;
  /**
   * What begins or ends a request without saying what it is about, and is left out of a title. Sources of regular
   * expressions.
   */
  courtesies: { before: string; after: string };
  /** Units after a number of tokens, in lower case. */
  numberUnits: Readonly<Record<string, number>>;
  /** What else may stand after a number of tokens. The source of a regular expression. */
  tokens: string;
  /** Secrets that a server must not request by form. The source of a regular expression. */
  secrets: string;
  /** What an attacker tries first for a passphrase of Baton. */
  passphrases: readonly string[];
}
