import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

const FOLDER: Readonly<Record<string, string>> = {
  'language.ts': `
    export const language = {
      name: '<English>', word: '<Language>', symbol: '<', paletteWords: { history: '', outline: '', sent: '', next: '', export: '' },
    };`,
  'catalogs.ts': `
    import { catalogs as english } from '../en/catalogs.ts';
    const mapValues = (value, change) =>
      Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]));
    export const catalogs = mapValues(english, (catalog) => mapValues(catalog, (text) => '<' + text + '>'));`,
  'first-catalogs.ts': `
    import { catalogs } from './catalogs.ts';
    export const firstCatalogs = { chat: catalogs.chat, common: catalogs.common, frame: catalogs.frame };`,
  'start.ts': `
    import { startTexts as english } from '../en/start.ts';
    export const startTexts = { ...english, start: { ...english.start, retry: '<Try again>' } };`,
  'render.ts': `
    import { render as english } from '../en/render.ts';
    export const render = { ...english, lang: 'qps' };`,
  'desktop.ts': `
    import { desktop as english } from '../en/desktop.ts';
    export const desktop = { ...english, file: '<File>' };`,
  'browser.ts': `
    export const browser = { tooManyCookies: '<cookies>', newAddress: '<address>', noScript: '<script>' };`,
  'model-prompts.ts': `
    export const modelPrompts = {
      script: { name: 'Greek', latinLetters: 1 }, handoff: '<handoff>', handoffLead: '<lead>', title: '<title>', compactionNote: '<note>',
    };`,
  'stop-phrases.ts': `
    export const stopPhrases = { filler: 'παρακαλώ', request: ['σταμάτα'], ending: ['μετά σταμάτα'], neutral: 'ωραία' };`,
  'user-words.ts': `
    export const userWords = {
      keywords: { ultrathink: 'υπερσκέψη', modes: { ultrawork: 'α', search: 'β', analyze: 'γ' }, thinking: /σκέψου/u },
      commands: { model: 'μοντέλο' },
      courtesies: { before: 'γεια', after: 'ευχαριστώ' },
      numberUnits: { χιλ: 1e3 },
      tokens: 'μονάδες',
      secrets: 'κωδικός',
      passphrases: ['κωδικός'],
    };`,
};

function copyTexts(): string {
  mkdirSync(`${root}/dist`, { recursive: true });
  const copy = mkdtempSync(`${root}/dist/texts-`);
  cpSync(`${root}/src/texts`, copy, { recursive: true });
  mkdirSync(`${copy}/qps`);
  for (const [name, text] of Object.entries(FOLDER)) writeFileSync(`${copy}/qps/${name}`, text);
  return copy;
}

/** A copy of src/texts with the folder of one more language: English with the page's texts in angle brackets. */
export const copyOfTexts = copyTexts();
