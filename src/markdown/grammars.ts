import type { Root } from 'hast';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import haskell from 'highlight.js/lib/languages/haskell';
import latex from 'highlight.js/lib/languages/latex';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import properties from 'highlight.js/lib/languages/properties';
import scala from 'highlight.js/lib/languages/scala';
import { common, createLowlight } from 'lowlight';

/** highlight.js's common languages, and some more that users show to models. Loaded by highlight-code.ts. */
const lowlight = createLowlight({
  ...common,
  dart,
  dockerfile,
  haskell,
  latex,
  nginx,
  powershell,
  properties,
  scala,
});
lowlight.registerAlias({
  bash: ['console', 'shellsession'],
  javascript: ['mdx'],
  latex: ['katex'],
  json: ['jsonc', 'json5'],
});

export const hasGrammar = (language: string): boolean => lowlight.registered(language);
export const highlight = (language: string, text: string): Root => lowlight.highlight(language, text);
