import type { RenderTexts } from '#archive/render/base/render-texts.ts';
import { byFolder } from './base/by-folder.ts';
import { render as english } from './en/render.ts';
import type { Language } from './languages.ts';

const TEXTS = byFolder(import.meta.glob<RenderTexts>('./*/render.ts', { eager: true, import: 'render' }));

/** The texts around the conversations in a written file. */
export const renderTexts = (language: Language): RenderTexts => TEXTS.get(language) ?? english;
