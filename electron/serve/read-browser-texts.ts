import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserTexts } from '#texts/base/browser-texts.ts';

const TEXTS = join(import.meta.dirname, '../../src/texts');

/**
 * The texts of every language, English first. For programs that Node runs as they are: what is bundled finds the folders of
 * the languages when it is built.
 */
export async function readBrowserTexts(folder = TEXTS): Promise<BrowserTexts[]> {
  const tags = readdirSync(folder).filter((tag) => existsSync(`${folder}/${tag}/browser.ts`));
  const read = async (tag: string) => {
    const { browser } = (await import(/* @vite-ignore */ pathToFileURL(`${folder}/${tag}/browser.ts`).href)) as {
      browser: BrowserTexts;
    };
    return browser;
  };
  return Promise.all(tags.toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b)).map(read));
}
